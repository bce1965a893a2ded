import type { AlertState } from '../alert/alert.ts'
import type { AlertEvent } from '../alert/event.ts'
import { labelFingerprint } from '../alert/fingerprint.ts'
import { severityReader } from '../alert/severity.ts'
import type { Instant } from '../instant.ts'
import {
  causeText,
  closedAt,
  consoleLink,
  endsAt,
  infoText,
  instantText,
  jsonObject,
  objectName,
} from './marker-values.ts'
import { type Marker, ofAlert } from './marker.ts'

/** Markers for Alertmanager, and for receivers that take what it sends. */
export const ALERTMANAGER_MARKERS: readonly Marker[] = [
  ofAlert(
    'x.AmSeverity',
    'Alertmanager: `critical` (High), `warning` (Medium), `info` (Low); of an alert that cleared, what it had before, since labels must not change.',
    'critical',
    (event) => labelSeverities(event).new,
  ),
  ofAlert(
    'x.AmOldSeverity',
    'The same of the state before; of an alert that was just raised, what it has now.',
    'warning',
    (event) => labelSeverities(event).old,
  ),
  ofAlert(
    'x.AmOldEndsIso',
    'Until when the alert has the severity before: where that changed, until now, else `%x.EndsIso%`.',
    '2026-09-14T03:12:40.117Z',
    (event) => instantText(oldEndsAt(event)),
  ),
  ofAlert(
    'x.AmLabelsJson',
    'The labels, in the form of `%x.LabelsJson%`. If the alert is not as Prometheus sent it, also alertname, severity, instance, object, database, source where they are missing; of merged alerts (`ignore_labels`) and of Grafana the severity of the state, if the label has another.',
    '{"alertname":"Replication lag","severity":"critical","instance":"pg-orders-2","source":"api"}',
    (event) => jsonObject(alertmanagerLabels(event)),
  ),
  {
    name: 'x.AmAnnotationsJson',
    payloadTypes: ['ALERT'],
    description:
      'The annotations, in the form of `%x.LabelsJson%`, with `tocsin` (`%x.Link%`) and `tocsin_cause` (`%x.Cause%`). If the alert is not as Prometheus sent it, also summary, description, value and threshold.',
    example: '{"summary":"Replication lag on pg-orders-2","value":"412"}',
    value: ({ event, publicUrl }) =>
      event.kind === 'alert' ? jsonObject(alertmanagerAnnotations(event, publicUrl)) : '',
  },
  ofAlert(
    'x.Fingerprint',
    'The 16 digits by which Prometheus and Alertmanager know the alert; of other alerts, 16 that stay the same.',
    '8a07086b74f3ba78',
    fingerprintOf,
  ),
]

const SEVERITY = { high: 'critical', medium: 'warning', low: 'info' } as const

/**
 * Returns the severities for receivers that identify alerts by labels, severity included (Alertmanager). A raised alert
 * has no other old one, and a cleared one keeps its own.
 */
function labelSeverities({ oldState, newState }: AlertEvent): {
  readonly old: string
  readonly new: string
} {
  const old = oldState === 'cleared' ? newState : oldState
  const current = newState === 'cleared' ? old : newState
  return { old: severityWord(old), new: severityWord(current) }
}

function severityWord(state: AlertState): string {
  return state === 'cleared' ? SEVERITY.low : SEVERITY[state]
}

/** Returns when the alert with the old severity ends: now, if the severity changed. */
function oldEndsAt(event: AlertEvent): Instant {
  const severities = labelSeverities(event)
  return severities.old === severities.new ? endsAt(event) : closedAt(event)
}

type Texts = Readonly<Record<string, string>>

/** Keeps labels of Prometheus. Other labels of a monitor win, too, except a severity that is not that of the whole. */
function alertmanagerLabels(event: AlertEvent): Texts {
  const { serverName, serverAddress, objectName: object, database } = event.details
  const labels = present(event.details.labels)
  if (isOfPrometheus(event)) return labels
  const instance = labels['instance'] || serverName || serverAddress || objectName(event)
  const severity = labelSeverities(event).new
  const isOfState = severityWord(readSeverity(labels['severity']).state) === severity
  return {
    ...present({
      alertname: event.name,
      severity,
      instance,
      object: object === instance ? '' : object,
      database,
      source: event.source,
    }),
    ...labels,
    ...(FINGERPRINT.test(event.alertKey) && !isOfState && { severity }),
  }
}

const readSeverity = severityReader()

function alertmanagerAnnotations(event: AlertEvent, publicUrl: string): Texts {
  const { annotations, currentValue: value, thresholdValue: threshold } = event.details
  const object = objectName(event)
  const summary = object === '' ? event.name : `${event.name} on ${object}`
  return {
    ...(isOfPrometheus(event) ? {} : present({ summary, description: infoText(event), value, threshold })),
    ...present(annotations),
    ...present({ tocsin: consoleLink(event, publicUrl), tocsin_cause: causeText(event) }),
  }
}

/** Tells whether the key is the fingerprint of all labels: of merged alerts it is one of some. */
function isOfPrometheus({ alertKey, details }: AlertEvent): boolean {
  const labels = present(details.labels)
  return labels['alertname'] !== undefined && alertKey === labelFingerprint(labels)
}

/** Leaves out what has no name or text: Prometheus takes it for absent. */
function present(texts: Readonly<Record<string, string | undefined>> = {}): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (name && text ? [[name, text]] : [])),
  )
}

/** Matches the keys of alerts from Prometheus, Alertmanager and Grafana. */
const FINGERPRINT = /^[0-9a-f]{16}$/

function fingerprintOf({ source, alertKey }: AlertEvent): string {
  return FINGERPRINT.test(alertKey) ? alertKey : labelFingerprint({ source, key: alertKey })
}
