/** What the address of the page holds. */
export interface OverviewSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asOverviewSearch(_search: Readonly<Record<string, unknown>>): OverviewSearch {
  return {}
}
