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
    `${what}: \`monitor\`, its monitor said so; \`silence\`, its monitor did not speak of it for longer than it had promised, which is no recovery; \`person\`, somebody ended it by hand. Null: it is raised.`,
  )

export const alertMembers = {
  id: idSchema('Stays the same from raise to clear and beyond.'),
  source: Type.String({ description: 'Who reported it.' }),
  key: Type.String({ description: 'Its identity within the source.' }),
  name: Type.String({ description: 'What is wrong, in the words of the monitor.' }),
  state: alertStateSchema('How it stands now.'),
  since: instantSchema('Since when it has been raised without a break; once cleared, when it was cleared.'),
  changed_at: instantSchema('When its state changed last.'),
  observed_at: instantSchema('When a monitor last spoke of it.'),
  last_reported_at: instantSchema(
    'The moment of the newest word that counted, by its monitor. A raise that speaks of an older one is stale.',
  ),
  expires_at: nullable(
    Type.String({ format: 'date-time' }),
    'Without news until then it counts as cleared; null: it waits for its monitor.',
  ),
  ended_by: endedBySchema('Why it cleared'),
  ...alertDetailsMembers,
  warnings: Type.Array(Type.String(), {
    description: 'What had to be guessed, e.g. a severity word that is not known.',
  }),
  stale_count: Type.Integer({ minimum: 0, description: 'How many observations came too late to count.' }),
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
