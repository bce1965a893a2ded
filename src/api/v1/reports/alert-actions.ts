import {
  ACKNOWLEDGEMENT_MS_DEFAULT,
  ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX,
  whyNoTerm,
} from '../../../domain/alert/acknowledgement.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { CLEAR_NOTE_CHARACTERS_MAX } from '../../../domain/alert/clear-by-hand.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { EventId } from '../../../domain/ids.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { NO_SILENCES_SEEN } from '../../../domain/silence/silences.ts'
import { formatDuration } from '../../../domain/spelling.ts'
import { actorOf } from '../../auth/actor.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { asMember, readAs, readDuration } from '../body-members.ts'
import { idSchema, nullable } from '../resource.ts'
import { alertResource, showAlert } from './alert-wire.ts'

const clearingSchema = Type.Closed('AlertClearing', {
  note: Type.Optional(
    Type.String({ maxLength: CLEAR_NOTE_CHARACTERS_MAX, description: 'Why, for the audit log.' }),
  ),
})

const clearedSchema = Type.Object('ClearedAlert', {
  result: Type.Enum(['cleared', 'already_cleared']),
  detail: Type.String('The same in a sentence.'),
  event_id: nullable(idSchema('The event of the clear.'), 'Null if it was cleared already.'),
  deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
  alert: alertResource.schema,
})

/** Defines the route that clears an alert whose monitor never will. */
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
      200: ['The alert as it is now.', clearedSchema],
      409: 'The alert was reported less than ten minutes ago and has not expired: the next report would raise it again.',
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

const newAcknowledgementSchema = Type.Closed('NewAcknowledgement', {
  note: Type.Optional(
    Type.String({
      maxLength: ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX,
      description: 'What is done about it; whoever looks at the alert reads it.',
    }),
  ),
  for: Type.Optional(
    Type.String({
      maxLength: 20,
      description: `How long it counts, from 1m to 30d, e.g. \`8h\`; without it ${formatDuration(ACKNOWLEDGEMENT_MS_DEFAULT)}. It ends before if the alert gets worse than it is now, or clears.`,
      examples: ['8h'],
    }),
  ),
  as: asMember,
})

const acknowledgedSchema = Type.Object('AcknowledgedAlert', {
  event_id: nullable(idSchema('The event of the acknowledgement.'), 'Null: nobody is notified.'),
  deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
  alert: alertResource.schema,
})

export function acknowledgementRoutes(deps: ApiDeps): readonly Route[] {
  return [acknowledgeAlert(deps), withdrawAcknowledgement(deps)]
}

function acknowledgeAlert(deps: ApiDeps): Route {
  const { store, clock, wake, onEvents } = deps
  return defineRoute({
    route: 'POST /v1/alerts/:id/acknowledgement',
    scope: 'silences:write',
    id: 'acknowledgeAlert',
    summary: 'Acknowledge an alert',
    description:
      'Acknowledges an active alert, until it gets worse than it is now or clears, or for a term; an alert that gets better and then as bad as now keeps it. A former acknowledgement is replaced. Webhooks with `acknowledgements` are notified; nothing else is held back.',
    noun: 'alert',
    body: newAcknowledgementSchema,
    bodyOptional: true,
    responses: { 200: ['The alert as it is now.', acknowledgedSchema], 409: 'The alert is cleared.' },
    handler: async (input) => {
      const { id } = input
      const now = clock.now()
      const { alert, eventId, deliveryCount } = await store.acknowledgeAlert(id, {
        note: input.body.note?.trim() || null,
        until: now + readTerm(input.body.for),
        as: readAs(input.body.as),
        now,
        by: actorOf(input),
      })
      if (eventId !== null) onEvents(1)
      wake()
      const shown = await showAlert(deps, alert, input)
      return { status: 200, body: { event_id: eventId, deliveries: deliveryCount, alert: shown } }
    },
  })
}

function withdrawAcknowledgement(deps: ApiDeps): Route {
  const { store, clock } = deps
  return defineRoute({
    route: 'DELETE /v1/alerts/:id/acknowledgement',
    scope: 'silences:write',
    id: 'withdrawAcknowledgement',
    summary: 'Take an acknowledgement back',
    description: 'Nobody is notified. An alert without one stays as it is.',
    noun: 'alert',
    responses: { 200: ['The alert as it is now.', alertResource.schema] },
    handler: async (input) => {
      const { id } = input
      const now = clock.now()
      const { alert } = await store.withdrawAcknowledgement(id, { now, by: actorOf(input) })
      return { status: 200, body: await showAlert(deps, alert, input) }
    },
  })
}

/** Throws `invalid_request` for an unreadable, too short or too long term. */
function readTerm(text: string | undefined): number {
  if (text === undefined) return ACKNOWLEDGEMENT_MS_DEFAULT
  const term = readDuration('for', text)
  const mistake = whyNoTerm(term)
  if (mistake !== undefined) throw invalidRequest([{ path: 'for', message: mistake }])
  return term
}
