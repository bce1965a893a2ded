import { Type } from '../../routes/schema-builder.ts'
import type { ReceiverHealth } from '../../../domain/overview/receiver-health.ts'
import { instantOrNull, nullable, nullableText } from '../shapes.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

/** Members about rejections, in every response that shows the health of a webhook. */
export const REJECTIONS = {
  rejections: Type.Integer({
    minimum: 0,
    description: 'Attempts that it has rejected since it accepted one last.',
  }),
  rejecting_since: time('When it rejected the first of them; null: there is none.'),
  reject_reason: nullableText('The attempt that it rejected last, in a few words.'),
  first_accepted_at: time('When it accepted an attempt for the first time; null: never yet.'),
}

export function toRejectionsWire(health: ReceiverHealth) {
  return {
    rejections: health.rejections,
    rejecting_since: instantOrNull(health.rejectingSince),
    reject_reason: health.rejectReason,
    first_accepted_at: instantOrNull(health.firstAcceptedAt),
  }
}
