import type { AlertEvent, Event, JobRunEvent } from '../../src/domain/alert/event.ts'
import { labelFingerprint } from '../../src/domain/alert/fingerprint.ts'
import { detailsFromLabels } from '../../src/intake/reading/label-alert.ts'
import { compileRequest, type RenderedRequest } from '../../src/domain/template/render-request.ts'
import { isClearedEvent, type PayloadType, requestOf } from '../../src/domain/webhook/webhook.ts'
import { fillPreset } from '../../src/presets/fill-preset.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { alertEvent, jobRunEvent, NOW, SITE } from '../support/build.ts'
import { examplesOf } from './hostile-events.ts'

/** An event as a receiver is sent it, and whether the service knows under which address people reach the console. */
export interface SentEvent {
  readonly title: string
  readonly event: Event
  readonly publicUrl: string
}

const RULE_LABELS = {
  alertname: 'PgReplicationLag',
  instance: 'db1.example.com:9187',
  job: 'postgres',
  severity: 'critical',
}

const RESOLVED_LABELS = { alertname: RULE_LABELS.alertname, severity: 'critical' }

export const SENT_EVENTS: readonly SentEvent[] = [
  {
    title: 'an alert of key, name and state only',
    event: alertEvent({ name: 'Disk full', alertKey: 'disk', details: {} }),
    publicUrl: '',
  },
  {
    title: 'an alert of Prometheus, of a rule with summary and description, but without annotations of ours',
    event: alertEvent({
      source: 'prometheus',
      alertKey: labelFingerprint(RULE_LABELS),
      name: RULE_LABELS.alertname,
      details: {
        ...detailsFromLabels(RULE_LABELS, {
          summary: 'Replication is slow',
          description: 'db1 is 412 s behind.',
        }),
        sourceLink: 'http://prom-1:9090/graph?g0.expr=pg_replication_lag+%3E+60&g0.tab=1',
      },
    }),
    publicUrl: '',
  },
  {
    title: 'an alert that Alertmanager resolved, without annotations',
    event: alertEvent({
      source: 'alertmanager',
      alertKey: labelFingerprint(RESOLVED_LABELS),
      name: RULE_LABELS.alertname,
      oldState: 'high',
      newState: 'cleared',
      at: NOW + 754_000,
      details: detailsFromLabels(RESOLVED_LABELS, {}),
    }),
    publicUrl: '',
  },
  {
    title: 'an alert of which everything is known',
    event: alertEvent({
      details: {
        objectType: 'table',
        objectName: 'order_lines',
        agentName: 'agent-eu-1',
        serverName: 'pg-orders-2',
        serverAddress: '192.0.2.12',
        serverPort: '5432',
        database: 'orders',
        schema: 'sales',
        databaseObject: 'order_lines',
        currentValue: '412',
        thresholdValue: '60',
        parameters: 'slot=standby_2',
        sourceLink: 'https://monitor.example.com/alerts/42',
        annotations: {
          summary: 'Replication is slow',
          description: 'Standby "pg-orders-2" is 412 s behind.',
          runbook_url: 'https://runbooks.example.com/lag',
        },
      },
    }),
    publicUrl: SITE.publicUrl,
  },
  {
    title: 'a job run of which hardly anything is known',
    event: jobRunEvent({ startedAt: null, details: {} }),
    publicUrl: '',
  },
  {
    title: 'a job run of which everything is known',
    event: jobRunEvent({
      details: {
        agentName: 'agent-eu-1',
        serverName: 'pg-billing-1',
        serverAddress: '192.0.2.13',
        serverPort: '5432',
        database: 'billing',
        exitCode: '1',
        output: 'psql:rollup.sql:7: ERROR:  deadlock detected\nDETAIL:  Process 4711 waits',
        command: 'CALL rollup_day(7)',
      },
    }),
    publicUrl: SITE.publicUrl,
  },
]

export function payloadTypeOf({ kind }: AlertEvent | JobRunEvent): PayloadType {
  return kind === 'alert' ? 'ALERT' : 'JOB'
}

export type Sender = (sent: Omit<SentEvent, 'title'>) => RenderedRequest

/** Compiles the templates of a preset once, for any number of events. */
export function senderOf(preset: Preset, payloadType: PayloadType): Sender {
  const filled = fillPreset(preset, { fields: examplesOf(preset), payloadType })
  const compiled = new Map<string, ReturnType<typeof compileRequest>>()
  return ({ event, publicUrl }) => {
    const key = `${isClearedEvent(event)} ${publicUrl}`
    const request =
      compiled.get(key) ??
      compileRequest({ ...filled, ...requestOf(filled, isClearedEvent(event)) }, { publicUrl })
    compiled.set(key, request)
    return request.render({ event, deliveryId: '88412' })
  }
}

/** All texts and numbers of a JSON value with their paths; JSON within a text is opened. */
export function leavesOf(value: unknown, path = ''): readonly (readonly [path: string, leaf: unknown])[] {
  if (typeof value === 'string' && path.endsWith('additional_info'))
    return leavesOf(JSON.parse(value), `${path}(JSON)`)
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
  )
}
