import type { Static } from 'typebox'
import { PAUSED_COUNTED_MAX, type PausedBacklog } from '../../../domain/overview/overview.ts'
import { Type } from '../../routes/schema-builder.ts'
import { instantOrNull, nullable } from '../shapes.ts'

export const pausedSchema = Type.Object(
  {
    deliveries: Type.Integer({
      minimum: 0,
      description: `Their number, counted up to ${PAUSED_COUNTED_MAX}.`,
    }),
    webhooks: Type.Integer({ minimum: 0, description: 'The number of webhooks they are for.' }),
    oldest_created_at: nullable(
      Type.String({ format: 'date-time' }),
      'When the oldest of them was created; null: there is none.',
    ),
  },
  {
    title: 'PausedBacklog',
    description: 'Deliveries held because their receiver is paused or probed.',
  },
)

export function toPausedWire(paused: PausedBacklog): Static<typeof pausedSchema> {
  return {
    deliveries: paused.deliveryCount,
    webhooks: paused.webhookCount,
    oldest_created_at: instantOrNull(paused.oldestMadeAt),
  }
}
