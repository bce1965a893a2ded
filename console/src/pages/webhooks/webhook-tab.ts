export const TABS = ['overview', 'definition', 'signing', 'test'] as const
export type Tab = (typeof TABS)[number]

/** What the address of the page holds. */
export interface WebhookTab {
  /** Absent: the first one. */
  readonly tab?: Tab
}

/** Whatever stands in the address; what is not understood is passed over. */
export function asWebhookTab({ tab }: Readonly<Record<string, unknown>>): WebhookTab {
  const known = TABS.find((name) => name === tab)
  return known === undefined || known === 'overview' ? {} : { tab: known }
}
