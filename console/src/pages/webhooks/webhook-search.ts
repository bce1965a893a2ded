import { LIST_FILTERS } from '../../api/list-filters.ts'
import { onlyGiven, pairsIn, textIn, wordIn } from '../../ui/list/list-search.ts'

export const HEALTHS = LIST_FILTERS['/v1/webhooks'].health.words
type Health = (typeof HEALTHS)[number]

/** Default: the worst first. */
const ORDERS = LIST_FILTERS['/v1/webhooks'].order.words
export type Order = (typeof ORDERS)[number]

/** Limit of a list that is not ordered by id: it is one page. */
export const ORDERED_MAX = 200

export interface WebhookSearch {
  /** Part of the name, a tag or the address. */
  readonly search?: string
  /** `name=value`; all must match. */
  readonly tag?: readonly string[]
  readonly health?: Health
  readonly enabled?: boolean
  readonly type?: 'ALERT' | 'JOB'
  /** Finds webhooks that were not called for so long, or never. */
  readonly not_called?: '1d' | '7d' | '30d'
  /** Absent: the worst first. */
  readonly order?: Order
}

const SEARCH_CHARACTERS_MAX = 200

/** Reads the search parameters; unknown values are ignored. */
export function asWebhookSearch(search: Readonly<Record<string, unknown>>): WebhookSearch {
  const order = wordIn(search.order, ORDERS)
  return onlyGiven<WebhookSearch>({
    search: textIn(search.search)?.slice(0, SEARCH_CHARACTERS_MAX),
    // Bookmarks of earlier releases call it label.
    tag: pairsIn(search.tag ?? search.label),
    health: wordIn(search.health, HEALTHS),
    enabled: typeof search.enabled === 'boolean' ? search.enabled : undefined,
    type: wordIn(search.type, ['ALERT', 'JOB']),
    not_called: wordIn(search.not_called, ['1d', '7d', '30d']),
    order: order === 'worst' ? undefined : order,
  })
}

export function isFiltered({ order: _order, ...search }: WebhookSearch): boolean {
  return Object.keys(search).length > 0
}

const TABS = ['overview', 'definition', 'receiver-state', 'signing', 'test'] as const
type Tab = (typeof TABS)[number]

interface WebhookTab {
  /** Absent: the first. */
  readonly tab?: Tab
  /** True: only alerts that are out of sync. */
  readonly out_of_sync?: true
  /** True: send a test, because the webhook was just created. */
  readonly send?: true
  /** The part that was just changed: what waits may be sent with it. */
  readonly fixed?: FixedPart
}

const FIXED_PARTS = ['template', 'URL', 'definition'] as const
export type FixedPart = (typeof FIXED_PARTS)[number]

/** Reads the search parameters; unknown values are ignored. */
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

interface NewWebhookSearch {
  /** The preset to start from; `scratch`: none. Absent: not chosen yet. */
  readonly preset?: string
  /** The webhook to start from. */
  readonly copy?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asNewWebhookSearch({ preset, copy }: Readonly<Record<string, unknown>>): NewWebhookSearch {
  const id = Number(copy)
  if (Number.isSafeInteger(id) && id > 0) return { copy: id }
  return typeof preset === 'string' && /^[a-z0-9-]{1,60}$/.test(preset) ? { preset } : {}
}
