import { Type } from '../../routes/schema-builder.ts'
import type { ReceiverHealth } from '../../../domain/overview/receiver-health.ts'
import { instantOrNull, nullable, nullableText } from '../shapes.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

/** Members about rejections, in every response that shows the health of a webhook. */
export const REJECTIONS = {
  rejections: Type.Integer({
    minimum: 0,
    description: 'Rejected attempts since the last accepted one.',
  }),
  rejecting_since: time('When the first of them was rejected; null: there is none.'),
  reject_reason: nullableText('The last rejected attempt, in a few words.'),
  first_accepted_at: time('When the first attempt was accepted; null: never.'),
}

export function toRejectionsWire(health: ReceiverHealth) {
  return {
    rejections: health.rejections,
    rejecting_since: instantOrNull(health.rejectingSince),
    reject_reason: health.rejectReason,
    first_accepted_at: instantOrNull(health.firstAcceptedAt),
  }
}
