import { Type } from '../../routes/schema-builder.ts'
import { NOT_TOLD_REASONS, type NotToldWebhook } from '../../../domain/routing/routing-review.ts'
import { idSchema } from '../shapes.ts'

/** Webhooks named among those that are not told of an event; all others are only counted. */
export const NOT_TOLD_MAX = 100

export const NOT_TOLD_ORDER = `first those that a change would let know of the next event, by \`reason\` (${NOT_TOLD_REASONS.join(', ')}), and then by id; at most ${NOT_TOLD_MAX}`

export const notToldMembers = {
  webhook_id: idSchema('The webhook.'),
  name: Type.String({ description: 'Its name.' }),
  reason: Type.Enum([...NOT_TOLD_REASONS], {
    description:
      'made_later: it was not there yet; payload_type: it is for the other kind of events; state: its flag for the new state is off; disabled; present: it is kept at the present, and its receiver knew that already or was told something newer; unknown: by what it is now it would be told, so it was another then, or its delivery is no longer kept.',
  }),
  changed_since: Type.Boolean({
    description: 'True: the webhook has changed since the event, and the reason is that of today.',
  }),
}

export const notToldSchema = Type.Object(notToldMembers, { title: 'NotTold' })

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const notToldCountsSchema = Type.Object(
  {
    disabled: count('Disabled.'),
    state: count('The flag for the new state is off.'),
    unknown: count('By what they are now they would be told.'),
    present: count('They are kept at the present, and had nothing to be told, or something newer.'),
    made_later: count('They were not there yet.'),
    payload_type: count('For the other kind of events.'),
  },
  { title: 'NotToldCounts', description: 'How many webhooks are not told, by reason: all of them.' },
)

export function toNotToldWire({ webhook, reason, changedSince }: NotToldWebhook) {
  return { webhook_id: webhook.id, name: webhook.name, reason, changed_since: changedSince }
}
