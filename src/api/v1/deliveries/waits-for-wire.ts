import type { Static } from 'typebox'
import { waitsFor, type WaitFacts, type WaitsFor } from '../../../domain/routing/explanation.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { Type } from '../../routes/schema-builder.ts'
import { resourceOf } from '../resource.ts'
import { nullable, nullableText, nullableTime } from '../shapes.ts'

const waitReason = resourceOf<WaitsFor>()(
  {
    kind: Type.Enum(['delivery', 'enabling', 'due_time', 'pause', 'probe', 'rate_limit'], {
      description:
        'delivery: an earlier one of the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt is due later; pause: its receiver fails, or asked for a pause; probe: its receiver fails, and one delivery at a time is tried; rate_limit: it is due, and is sent when the limits of the webhook allow.',
    }),
    delivery_id: [
      nullable(Type.Integer({ minimum: 1 }), 'For `delivery`: the earlier one.'),
      (reason) => (reason.kind === 'delivery' ? reason.deliveryId : null),
    ],
    until: [
      nullableTime('For `due_time` and `pause`: until when.'),
      (reason) => ('until' in reason ? formatInstant(reason.until) : null),
    ],
    reason: [
      nullableText(
        'For `enabling`: why the service disabled the webhook; for `pause` and `probe`: the attempt that caused it.',
      ),
      (reason) => ('reason' in reason ? reason.reason : null),
    ],
  },
  { title: 'WaitsFor' },
)

export const waitsForMember = nullable(
  waitReason.schema,
  'Why it is not sent now; null: nothing holds it, or it is being sent or has ended.',
)

export function toWaitsForWire(facts: WaitFacts): Static<typeof waitsForMember> {
  const reason = waitsFor(facts)
  return reason ? waitReason.toWire(reason) : null
}
