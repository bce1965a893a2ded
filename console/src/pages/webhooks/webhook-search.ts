/** What the address of the page holds. */
export interface WebhookSearch {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asWebhookSearch(_search: Readonly<Record<string, unknown>>): WebhookSearch {
  return {}
}
