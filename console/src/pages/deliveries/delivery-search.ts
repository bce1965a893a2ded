/** What the address of the page holds. */
export interface DeliverySearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asDeliverySearch(_search: Readonly<Record<string, unknown>>): DeliverySearch {
  return {}
}
