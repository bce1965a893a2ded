export const TABS = ['overview', 'definition', 'receiver-state', 'signing', 'test'] as const
export type Tab = (typeof TABS)[number]

/** The search parameters of the page. */
export interface WebhookTab {
  /** Absent: the first one. */
  readonly tab?: Tab
  /** True: only alerts that are out of sync. */
  readonly out_of_sync?: true
  /** True: a test is sent when the page opens, because the webhook was just created. */
  readonly send?: true
  /** The part of the definition that was just changed: what waits may be sent with it. */
  readonly fixed?: FixedPart
}

const FIXED_PARTS = ['template', 'URL', 'definition'] as const
export type FixedPart = (typeof FIXED_PARTS)[number]

/** Reads the search parameters; what is not understood is ignored. */
export function asWebhookTab(search: Readonly<Record<string, unknown>>): WebhookTab {
  const { tab, out_of_sync, send } = search
  const known = TABS.find((name) => name === tab)
  if (known === undefined || known === 'overview') {
    const fixed = FIXED_PARTS.find((part) => part === search.fixed)
    return fixed === undefined ? {} : { fixed }
  }
  return {
    tab: known,
    ...(known === 'receiver-state' && out_of_sync === true && { out_of_sync }),
    ...(known === 'test' && send === true && { send }),
  }
}
