import type { Event } from '../alert/event.ts'
import type { BriefEvent } from '../alert/brief-event.ts'
import { EVENT_TRIGGERS } from '../alert/event.ts'
import type { Delivery } from './delivery.ts'

/** Why a delivery was made: by the cause of its event, instead of another webhook, or by an operation. */
export const DELIVERY_TRIGGERS = [...EVENT_TRIGGERS, 'fallback', 'replay'] as const
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/**
 * Null: it goes by the cause of its event, and that is not kept any more or cannot be read. Of a job run it is
 * `change`.
 */
export function triggerOf(
  { isFallback, operationId }: Pick<Delivery, 'isFallback' | 'operationId'>,
  event: Event | BriefEvent | undefined,
): DeliveryTrigger | null {
  if (isFallback) return 'fallback'
  if (operationId !== null) return 'replay'
  if (event === undefined) return null
  return event.kind === 'alert' ? event.trigger : 'change'
}
