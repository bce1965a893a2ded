import { LIST_FILTERS } from '../../api/list-filters.ts'
import { labelsIn } from '../../ui/list/search-values.ts'

export const HEALTHS = LIST_FILTERS['/v1/webhooks'].health.words
export type Health = (typeof HEALTHS)[number]

/** Orders of the list; the worst first if none is asked for. */
export const ORDERS = LIST_FILTERS['/v1/webhooks'].order.words
export type Order = (typeof ORDERS)[number]

/** Webhooks that are shown in an order other than by id: it is one page. */
export const ORDERED_MAX = 200

/** The search parameters of the page. */
export interface WebhookSearch {
  /** A part of the name or of the address. */
  readonly search?: string
  /** Labels as `name=value`; all must match. */
  readonly label?: readonly string[]
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
export function asWebhookSearch({
  search,
  label,
  health,
  enabled,
  type,
  not_called: notCalled,
  order,
}: Readonly<Record<string, unknown>>): WebhookSearch {
  // A search for digits is a number by the time it gets here.
  const text = typeof search === 'number' ? String(search) : search
  const labels = labelsIn(label)
  const known = HEALTHS.find((name) => name === health)
  const knownOrder = ORDERS.find((name) => name === order)
  return {
    ...(typeof text === 'string' && text !== '' && { search: text.slice(0, SEARCH_CHARACTERS_MAX) }),
    ...(labels && { label: labels }),
    ...(known && { health: known }),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...((type === 'ALERT' || type === 'JOB') && { type }),
    ...((notCalled === '1d' || notCalled === '7d' || notCalled === '30d') && { not_called: notCalled }),
    ...(knownOrder && knownOrder !== 'worst' && { order: knownOrder }),
  }
}

export function isFiltered({ order: _order, ...search }: WebhookSearch): boolean {
  return Object.keys(search).length > 0
}
