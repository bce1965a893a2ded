import type { Observation } from '../../domain/alert.ts'
import { readEntries, isObject } from './body.ts'
import type { Dialect, ReadContext, Reading } from './dialect.ts'
import { describeLabelAlert, readLabelAlert, type LabelAlert } from './label-alert.ts'

/** Alertmanager's `webhook_config`, payload version 4 (its documentation, "webhook_config"). */
export const ALERTMANAGER: Dialect = {
  name: 'alertmanager',
  title: 'Alertmanager (webhook)',
  recognises: (body) => isObject(body) && Array.isArray(body['alerts']) && body['version'] === '4',
  read: readGroup,
}

/**
 * A group of alerts, each with a status of its own; that of the group is computed after truncation and says nothing that
 * they do not. Alertmanager repeats a firing alert hours apart, so that its silence means nothing: no expiry.
 */
function readGroup(body: unknown, context: ReadContext): Reading {
  const group = isObject(body) ? body : {}
  const cut = group['truncatedAlerts']
  const isCut = typeof cut === 'number' && cut > 0
  const warning = isCut
    ? `Alertmanager left ${cut} alerts out of this group (max_alerts); what became of them is not known.`
    : undefined
  return readEntries(group['alerts'], 'alert', (element) => readAlert(element, context, warning))
}

function readAlert(
  element: unknown,
  context: ReadContext,
  warning: string | undefined,
): Observation | string {
  const alert = readLabelAlert(element)
  if (typeof alert === 'string') return alert
  const { status, fingerprint } = element as Readonly<Record<string, unknown>>
  if (status !== 'firing' && status !== 'resolved') return 'status must be "firing" or "resolved"'
  const { raisedState, ...facts } = describeLabelAlert(
    alert,
    context,
    typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint : undefined,
  )
  const warnings = [...(facts.warnings ?? []), ...(warning === undefined ? [] : [warning])]
  return {
    ...facts,
    ...(warnings.length > 0 && { warnings }),
    ...(status === 'firing'
      ? { state: raisedState, at: firedAt(alert, context) }
      : { state: 'cleared', at: Math.min(alert.endsAt ?? context.now, context.now) }),
  }
}

/** A clock that is ahead of ours must not make the future of it: nothing could clear the alert until then. */
function firedAt({ startsAt }: LabelAlert, { now }: ReadContext): number {
  return Math.min(startsAt ?? now, now)
}
