import type { Static } from 'typebox'
import { Type } from '../../routes/route.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { requireScope, type Principal } from '../../../domain/people/principal.ts'
import { AppError, invalidRequest } from '../../../domain/errors.ts'
import type { Event } from '../../../domain/alert/event.ts'
import { payloadTypeOf } from '../../../domain/routing/matching.ts'
import { defaultSample, SAMPLE_KINDS, sampleEvent } from '../../../domain/template/sample-event.ts'
import type { PayloadType } from '../../../domain/webhook/webhook.ts'
import { NEW_WEBHOOK, WEBHOOK_CHANGE } from './webhook-wire.ts'

const valueMembers = {
  event_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The values of this stored event. Also needs the scope deliveries:read.',
    }),
  ),
  sample: Type.Optional(
    Type.Enum(
      SAMPLE_KINDS,
      'The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.',
    ),
  ),
}

export const testRequestSchema = Type.Object(
  { change: Type.Optional(WEBHOOK_CHANGE), ...valueMembers },
  { additionalProperties: false, title: 'TestRequest' },
)

export const draftTestSchema = Type.Object(
  { webhook: NEW_WEBHOOK, ...valueMembers },
  { additionalProperties: false, title: 'DraftTestRequest' },
)

export type TestValues = Pick<Static<typeof testRequestSchema>, 'event_id' | 'sample'>

export function describeValues({ event_id: eventId, sample }: TestValues, payloadType: PayloadType): string {
  return eventId === undefined
    ? `with the sample ${sample ?? defaultSample(payloadType)}`
    : `with event ${eventId}`
}

/**
 * Throws `invalid_request` for unsuitable or unknown values; `forbidden` for an event that the client may not read,
 * because the body would show it.
 */
export async function readTestEvent(
  payloadType: PayloadType,
  { event_id: eventId, sample }: TestValues,
  principal: Principal,
  { store, clock }: ApiDeps,
): Promise<Event> {
  if (eventId === undefined) {
    const event = sampleEvent(sample ?? defaultSample(payloadType), clock.now())
    refuseOtherKind(event, payloadType, 'sample')
    return event
  }
  requireScope(principal, 'deliveries:read', ', which `event_id` needs; a `sample` does without')
  if (sample !== undefined) refuse('sample', 'and `event_id` exclude each other; leave out one of the two')
  const event = await store.findEvent(eventId)
  if (event === undefined) refuse('event_id', `names no event: there is no event ${eventId}`)
  refuseOtherKind(event, payloadType, 'event_id')
  return event
}

/** Prefixes the paths of issues that `act` throws with the member. */
export function refusingBelow<Result>(member: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_request')) throw error
    throw invalidRequest(error.issues.map(({ path, message }) => ({ path: `${member}.${path}`, message })))
  }
}

function refuseOtherKind(event: Event, payloadType: PayloadType, path: 'sample' | 'event_id'): void {
  if (payloadTypeOf(event) === payloadType) return
  const wanted = payloadType === 'ALERT' ? 'alerts' : 'job runs'
  refuse(path, `does not fit: this webhook has the payload type ${payloadType} and gets ${wanted} only`)
}

function refuse(path: string, message: string): never {
  throw invalidRequest([{ path, message }])
}
