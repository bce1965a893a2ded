export const TABS = ['overview', 'definition', 'told', 'signing', 'test'] as const
export type Tab = (typeof TABS)[number]

/** What the address of the page holds. */
export interface WebhookTab {
  /** Absent: the first one. */
  readonly tab?: Tab
  /** Of what its receiver was told: only where something is owed to it. */
  readonly owed?: true
}

/** Whatever stands in the address; what is not understood is passed over. */
export function asWebhookTab({ tab, owed }: Readonly<Record<string, unknown>>): WebhookTab {
  const known = TABS.find((name) => name === tab)
  if (known === undefined || known === 'overview') return {}
  return { tab: known, ...(known === 'told' && owed === true && { owed }) }
}
