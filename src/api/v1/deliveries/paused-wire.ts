import { PAUSED_COUNTED_MAX, type PausedBacklog } from '../../../domain/overview/overview.ts'
import { Type } from '../../routes/schema-builder.ts'
import { resourceOf } from '../resource.ts'
import { nullableTime } from '../shapes.ts'

export const pausedBacklog = resourceOf<PausedBacklog>()(
  {
    deliveries: [
      Type.Integer({ minimum: 0, description: `Their number, counted up to ${PAUSED_COUNTED_MAX}.` }),
      'deliveryCount',
    ],
    webhooks: [
      Type.Integer({ minimum: 0, description: 'The number of webhooks they are for.' }),
      'webhookCount',
    ],
    oldest_created_at: [
      nullableTime('When the oldest of them was created; null: there is none.'),
      'oldestMadeAt',
    ],
  },
  {
    title: 'PausedBacklog',
    description: 'Deliveries to receivers that are paused or probed.',
  },
)
