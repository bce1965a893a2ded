import { LIST_FILTERS } from '../../api/list-filters.ts'
import { onlyGiven, pairsIn, textIn, wordIn } from '../../ui/list/list-search.ts'

export const HEALTHS = LIST_FILTERS['/v1/webhooks'].health.words
type Health = (typeof HEALTHS)[number]

/** Orders of the list; the worst first if none is asked for. */
const ORDERS = LIST_FILTERS['/v1/webhooks'].order.words
export type Order = (typeof ORDERS)[number]

/** Webhooks that are shown in an order other than by id: it is one page. */
export const ORDERED_MAX = 200

/** The search parameters of the page. */
export interface WebhookSearch {
  /** A part of the name, of a tag or of the address. */
  readonly search?: string
  /** Tags as `name=value`; all must match. */
  readonly tag?: readonly string[]
  readonly health?: Health
  readonly enabled?: boolean
  readonly type?: 'ALERT' | 'JOB'
  /** Only webhooks that were not called for so long, or never. */
  readonly not_called?: '1d' | '7d' | '30d'
  /** Absent: the worst first. */
  readonly order?: Order
}

const SEARCH_CHARACTERS_MAX = 200

/** Reads the search parameters; what is not understood is ignored. */
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

/** The search parameters of the page. */
interface WebhookTab {
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

/** The search parameters of the page. */
interface NewWebhookSearch {
  /** The preset to start from; `scratch`: none. Absent: it is still to be chosen. */
  readonly preset?: string
  /** The webhook to start from. */
  readonly copy?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asNewWebhookSearch({ preset, copy }: Readonly<Record<string, unknown>>): NewWebhookSearch {
  const id = Number(copy)
  if (Number.isSafeInteger(id) && id > 0) return { copy: id }
  return typeof preset === 'string' && /^[a-z0-9-]{1,60}$/.test(preset) ? { preset } : {}
}
