import { Type } from '../../routes/schema-builder.ts'
import { NOT_NOTIFIED_REASONS, type NotNotifiedWebhook } from '../../../domain/routing/routing-review.ts'
import { resourceOf } from '../resource.ts'
import { idSchema, nullableIdSchema } from '../shapes.ts'

/** Webhooks named among those that are not notified of an event; all others are only counted. */
export const NOT_NOTIFIED_MAX = 100

export const NOT_NOTIFIED_ORDER = `first those that a change would let know of the next event, by \`reason\` (${NOT_NOTIFIED_REASONS.join(', ')}), and then by id; at most ${NOT_NOTIFIED_MAX}`

export const notNotified = resourceOf<NotNotifiedWebhook>()(
  {
    webhook_id: [idSchema('The webhook.'), ({ webhook }) => webhook.id],
    name: [Type.String({ description: 'Its name.' }), ({ webhook }) => webhook.name],
    reason: Type.Enum([...NOT_NOTIFIED_REASONS], {
      description:
        'made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; acknowledgements: it does not ask for acknowledgements, and this is one; maintenance_windows: it does not ask for maintenance windows, and this is one; match: the event does not meet its matchers; taken_by_others: it gets what no other webhook takes, and another one takes this; silenced: the silence `silence_id` held it; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; not_kept: it was changed since, and how it was then is not kept; unknown: it would have been notified, so its delivery is no longer kept.',
    }),
    silence_id: nullableIdSchema('The silence that held it; null: the reason is another one.'),
    changed_since: Type.Boolean({
      description:
        'True: the webhook was changed or deleted since the event. The reason is that of the event.',
    }),
    deleted: [Type.Boolean({ description: 'True: the webhook was deleted since.' }), 'isDeleted'],
  },
  { title: 'NotNotified' },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const notNotifiedCountsSchema = Type.Object(
  {
    disabled: count('Disabled webhooks.'),
    state: count('Webhooks whose flag for the new state is off.'),
    match: count('Webhooks whose matchers the event does not meet.'),
    acknowledgements: count('Webhooks that do not ask for acknowledgements, as the event is one.'),
    maintenance_windows: count('Webhooks that do not ask for maintenance windows, as the event is one.'),
    taken_by_others: count('Webhooks with `match: otherwise`, because another webhook takes the event.'),
    silenced: count('Webhooks whose notification a silence held.'),
    unknown: count('Webhooks that would have been notified: their deliveries are no longer kept.'),
    not_kept: count('Webhooks that were changed since, and of which nothing is kept from then.'),
    already_in_sync: count('Webhooks in current-state mode that were in sync or got a newer state.'),
    made_later: count('Webhooks that were created later.'),
    payload_type: count('Webhooks for the other kind of events.'),
  },
  { title: 'NotNotifiedCounts', description: 'The number of webhooks that are not notified, by reason.' },
)
