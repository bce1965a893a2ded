/** What the address of the page holds. */
export interface JobRunSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asJobRunSearch(_search: Readonly<Record<string, unknown>>): JobRunSearch {
  return {}
}
