import type { ApiDeps } from '../../deps/api-deps.ts'
import {
  ACKNOWLEDGEMENT_MS_DEFAULT,
  ACKNOWLEDGEMENT_NOTE_CHARACTERS_MAX,
  whyNoTerm,
} from '../../../domain/alert/acknowledgement.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { formatDuration, parseDuration } from '../../../domain/spelling.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { asMember, readAs } from '../named-author.ts'
import { idSchema, nullable } from '../shapes.ts'
import { alertResource, showAlert } from './alert-wire.ts'

const newAcknowledgementSchema = Type.Object(
  {
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
  },
  { additionalProperties: false, title: 'NewAcknowledgement' },
)

const acknowledgedSchema = Type.Object(
  {
    event_id: nullable(idSchema('The event of the acknowledgement.'), 'Null: nobody is notified.'),
    deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
    alert: alertResource.schema,
  },
  { title: 'AcknowledgedAlert' },
)

/** The routes by which a person takes care of an alert, and takes that back. */
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
      'Says that somebody takes care of an active alert, until it gets worse than it is now or clears, or for a term; an alert that gets better and then as bad as now keeps it. A former acknowledgement is replaced. Webhooks with `acknowledgements` are notified; nothing else is held back.',
    noun: 'alert',
    body: newAcknowledgementSchema,
    bodyOptional: true,
    responses: {
      200: { description: 'The alert as it is now.', schema: acknowledgedSchema },
      409: { description: 'The alert is cleared.' },
    },
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
    responses: { 200: { description: 'The alert as it is now.', schema: alertResource.schema } },
    handler: async (input) => {
      const { id } = input
      const now = clock.now()
      const { alert } = await store.withdrawAcknowledgement(id, { now, by: actorOf(input) })
      return { status: 200, body: await showAlert(deps, alert, input) }
    },
  })
}

/** Throws `invalid_request` for a term that cannot be read, or is too short or too long. */
function readTerm(text: string | undefined): number {
  if (text === undefined) return ACKNOWLEDGEMENT_MS_DEFAULT
  let term: number
  try {
    term = parseDuration(text)
  } catch (error) {
    throw invalidRequest([{ path: 'for', message: (error as Error).message }])
  }
  const mistake = whyNoTerm(term)
  if (mistake !== undefined) throw invalidRequest([{ path: 'for', message: mistake }])
  return term
}
