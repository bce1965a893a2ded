export const TABS = ['overview', 'definition', 'alert-state', 'signing', 'test'] as const
export type Tab = (typeof TABS)[number]

/** What the address of the page holds. */
export interface WebhookTab {
  /** Absent: the first one. */
  readonly tab?: Tab
  /** Of what its receiver was told: only where something is owed to it. */
  readonly out_of_sync?: true
}

/** Whatever stands in the address; what is not understood is passed over. */
export function asWebhookTab({ tab, out_of_sync }: Readonly<Record<string, unknown>>): WebhookTab {
  const known = TABS.find((name) => name === tab)
  if (known === undefined || known === 'overview') return {}
  return { tab: known, ...(known === 'alert-state' && out_of_sync === true && { out_of_sync }) }
}
