/** What the address of the page holds. */
export interface AuditSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asAuditSearch(_search: Readonly<Record<string, unknown>>): AuditSearch {
  return {}
}
