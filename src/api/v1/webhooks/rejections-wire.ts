import { Type } from '../../routes/schema-builder.ts'
import type { ReceiverHealth } from '../../../domain/overview/receiver-health.ts'
import { resourceOf } from '../resource.ts'
import { nullableText, nullableTime } from '../shapes.ts'

/** Members about rejections, in every response that shows the health of a webhook. */
export const rejections = resourceOf<ReceiverHealth>()({
  rejections: Type.Integer({ minimum: 0, description: 'Rejected attempts since the last accepted one.' }),
  rejecting_since: nullableTime('When the first of them was rejected; null: there is none.'),
  reject_reason: nullableText('The last rejected attempt, in a few words.'),
  first_accepted_at: nullableTime('When the first attempt was accepted; null: never.'),
})
