import { Type } from '../../routes/schema-builder.ts'
import { NOT_NOTIFIED_REASONS, type NotNotifiedWebhook } from '../../../domain/routing/routing-review.ts'
import { idSchema } from '../shapes.ts'

/** Webhooks named among those that are not notified of an event; all others are only counted. */
export const NOT_NOTIFIED_MAX = 100

export const NOT_NOTIFIED_ORDER = `first those that a change would let know of the next event, by \`reason\` (${NOT_NOTIFIED_REASONS.join(', ')}), and then by id; at most ${NOT_NOTIFIED_MAX}`

export const notNotifiedMembers = {
  webhook_id: idSchema('The webhook.'),
  name: Type.String({ description: 'Its name.' }),
  reason: Type.Enum([...NOT_NOTIFIED_REASONS], {
    description:
      'made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; unknown: with its present definition it would be notified, so it was changed since, or its delivery is no longer kept.',
  }),
  changed_since: Type.Boolean({
    description: 'True: the webhook has changed since the event, and the reason is that of today.',
  }),
}

export const notNotifiedSchema = Type.Object(notNotifiedMembers, { title: 'NotNotified' })

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const notNotifiedCountsSchema = Type.Object(
  {
    disabled: count('Disabled.'),
    state: count('The flag for the new state is off.'),
    unknown: count('By their present settings they would be notified.'),
    already_in_sync: count('They are in current-state mode, and were in sync or got something newer.'),
    made_later: count('They were not there yet.'),
    payload_type: count('For the other kind of events.'),
  },
  { title: 'NotNotifiedCounts', description: 'The number of webhooks that are not notified, by reason.' },
)

export function toNotNotifiedWire({ webhook, reason, changedSince }: NotNotifiedWebhook) {
  return { webhook_id: webhook.id, name: webhook.name, reason, changed_since: changedSince }
}
