/** What the address of the page holds. */
export interface NewWebhookSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asNewWebhookSearch(_search: Readonly<Record<string, unknown>>): NewWebhookSearch {
  return {}
}
