import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { ALERT_STATES, ENDED_BY, type Alert } from '../../../domain/alert/alert.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { alertDetailsMembers, toAlertDetailsWire } from './details-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable } from '../shapes.ts'

export const alertStateSchema = (description: string) => Type.Enum([...ALERT_STATES], { description })

export const endedBySchema = (what: string) =>
  nullable(
    Type.Enum([...ENDED_BY]),
    `${what}: \`monitor\`, its monitor reported it; \`silence\`, its monitor stopped reporting it, so it may not have recovered; \`person\`, somebody cleared it manually. Null: it is active.`,
  )

export const alertMembers = {
  id: idSchema('Stays the same from raise to clear and beyond.'),
  source: Type.String({ description: 'Who reported it.' }),
  key: Type.String({ description: 'Its identity within the source.' }),
  name: Type.String({ description: 'The problem, in the words of the monitor.' }),
  state: alertStateSchema('The present state.'),
  since: instantSchema('When it was raised; if it is cleared, when it cleared.'),
  changed_at: instantSchema('When its state changed last.'),
  observed_at: instantSchema('When it was last reported.'),
  last_reported_at: instantSchema(
    "Time of the newest report that counted, by the monitor's clock. An older raise is stale.",
  ),
  expires_at: nullable(
    Type.String({ format: 'date-time' }),
    'It clears at this time if no report arrives; null: only its monitor can clear it.',
  ),
  ended_by: endedBySchema('Why it cleared'),
  ...alertDetailsMembers,
  warnings: Type.Array(Type.String(), {
    description: 'Values that Tocsin had to guess, e.g. an unknown severity.',
  }),
  stale_count: Type.Integer({ minimum: 0, description: 'Observations that arrived too late to count.' }),
}

export const alertSchema = Type.Object(alertMembers, { title: 'Alert' })

export function toAlertWire(alert: Alert): Static<typeof alertSchema> {
  return {
    id: alert.id,
    source: alert.source,
    key: alert.key,
    name: alert.name,
    state: alert.state,
    since: formatInstant(alert.since),
    changed_at: formatInstant(alert.changedAt),
    observed_at: formatInstant(alert.observedAt),
    last_reported_at: formatInstant(alert.lastReportedAt),
    expires_at: instantOrNull(alert.expiresAt),
    ended_by: alert.endedBy,
    ...toAlertDetailsWire(alert.details),
    warnings: [...alert.warnings],
    stale_count: alert.staleCount,
  }
}
