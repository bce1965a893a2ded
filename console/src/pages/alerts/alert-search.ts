/** What the address of the page holds. */
export interface AlertSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asAlertSearch(_search: Readonly<Record<string, unknown>>): AlertSearch {
  return {}
}
