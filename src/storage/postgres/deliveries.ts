import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function deliveryVerbs(
  _parts: Parts,
): Pick<StoreVerbs, 'retryDelivery' | 'cancelDelivery' | 'findDelivery' | 'findDeliveryAhead'> {
  return { retryDelivery: notYet, cancelDelivery: notYet, findDelivery: notYet, findDeliveryAhead: notYet }
}
