/** What the address of the page holds. */
export interface WebhookTab {}

/** Whatever stands in the address; what is not understood is passed over. */
export function asWebhookTab(_search: Readonly<Record<string, unknown>>): WebhookTab {
  return {}
}
