import type { ApiDeps } from '../../deps/api-deps.ts'
import { NO_SILENCES_SEEN } from '../../../domain/silence/silences.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { CLEAR_NOTE_CHARACTERS_MAX } from '../../../domain/alert/clear-by-hand.ts'
import type { EventId } from '../../../domain/ids.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { idSchema, nullable } from '../shapes.ts'
import { alertResource } from './alert-wire.ts'

const clearingSchema = Type.Object(
  {
    note: Type.Optional(
      Type.String({
        maxLength: CLEAR_NOTE_CHARACTERS_MAX,
        description: 'Why, for the audit log.',
      }),
    ),
  },
  { additionalProperties: false, title: 'AlertClearing' },
)

const clearedSchema = Type.Object(
  {
    result: Type.Enum(['cleared', 'already_cleared']),
    detail: Type.String({ description: 'The same in a sentence.' }),
    event_id: nullable(idSchema('The event of the clear.'), 'Null if it was cleared already.'),
    deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
    alert: alertResource.schema,
  },
  { title: 'ClearedAlert' },
)

/** The route by which a person clears an alert that its monitor will never report as cleared. */
export function clearAlertRoute({ store, clock, wake, onEvents }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/alerts/:id/clear',
    scope: 'silences:write',
    id: 'clearAlert',
    summary: 'Clear an alert by hand',
    description:
      'Clears an alert that no monitor will clear. Webhooks are notified as of any other clear, with `ended_by` `person`. All variants of an alert clear together. A later report raises it again.',
    noun: 'alert',
    body: clearingSchema,
    bodyOptional: true,
    responses: {
      200: { description: 'The alert as it is now.', schema: clearedSchema },
      409: {
        description:
          'The alert was reported less than ten minutes ago and has not expired: the next report would raise it again.',
      },
    },
    handler: async (input) => {
      const { id } = input
      const note = input.body.note?.trim() || null
      const { alert, eventId, deliveryCount } = await store.clearAlert(id, {
        note,
        now: clock.now(),
        by: actorOf(input),
      })
      if (eventId !== null) onEvents(1)
      wake()
      const done = {
        event_id: eventId,
        deliveries: deliveryCount,
        alert: alertResource.toWire({ ...alert, acknowledgement: null, silences: NO_SILENCES_SEEN }),
      }
      return { status: 200, body: { ...resultOf(alert, eventId), ...done } }
    },
  })
}

function resultOf({ id, since }: Alert, eventId: EventId | null) {
  return eventId === null
    ? {
        result: 'already_cleared' as const,
        detail: `Alert ${id} has been cleared since ${formatInstant(since)}; nothing was changed.`,
      }
    : {
        result: 'cleared' as const,
        detail: `Alert ${id} is cleared by hand. What is reported from now on raises it again.`,
      }
}
