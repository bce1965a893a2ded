import type { Static } from 'typebox'
import { waitsFor, type WaitFacts } from '../../../domain/routing/explanation.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { Type } from '../../routes/schema-builder.ts'
import { nullable, nullableText } from '../shapes.ts'

const waitsForSchema = Type.Object(
  {
    kind: Type.Enum(['delivery', 'enabling', 'due_time', 'pause', 'probe', 'rate_limit'], {
      description:
        'delivery: an earlier one about the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt comes later; pause: its receiver fails, or asked for time; probe: its receiver fails, and one delivery at a time is tried; rate_limit: it is due, and leaves when the limits of the webhook allow.',
    }),
    delivery_id: nullable(Type.Integer({ minimum: 1 }), 'Of `delivery`: which one goes first.'),
    until: nullable(Type.String({ format: 'date-time' }), 'Of `due_time` and `pause`: how long.'),
    reason: nullableText(
      'Of `enabling`: why the service itself disabled the webhook; of `pause` and `probe`: the attempt that led to it.',
    ),
  },
  { title: 'WaitsFor' },
)

export const waitsForMember = nullable(
  waitsForSchema,
  'Why it does not go out now; null: nothing holds it, it goes as soon as its turn comes, is being sent, or has ended.',
)

export function toWaitsForWire(facts: WaitFacts): Static<typeof waitsForSchema> | null {
  const reason = waitsFor(facts)
  if (!reason) return null
  return {
    kind: reason.kind,
    delivery_id: reason.kind === 'delivery' ? reason.deliveryId : null,
    until: 'until' in reason ? formatInstant(reason.until) : null,
    reason: 'reason' in reason ? reason.reason : null,
  }
}
