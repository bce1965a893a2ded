import { LIST_FILTERS } from '../../api/list-filters.ts'
import { textIn } from '../../ui/list/search-values.ts'

const FILTERS = LIST_FILTERS['/v1/deliveries']

export const STATES = FILTERS.state.words
export type DeliveryState = (typeof STATES)[number]

/** The worst first. */
export const SEVERITIES = FILTERS.severity.words.toReversed()
export type Severity = (typeof SEVERITIES)[number]

export const KINDS = FILTERS.kind.words
export type Kind = (typeof KINDS)[number]

/** The last so-and-so long. */
export const RANGES = { '15m': 900_000, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type Range = keyof typeof RANGES

/** The search parameters of the page: the filters of the list, and what is open. */
export interface DeliverySearch {
  /** States, separated by commas, or `undelivered`. */
  readonly state?: string
  /** The id of the open delivery. */
  readonly webhook?: number
  readonly alert?: number
  readonly event?: number
  /** New states of alerts, separated by commas. */
  readonly severity?: string
  readonly kind?: Kind
  /** Part of the name of the server of the event. */
  readonly server?: string
  /** Part of any text of the event. */
  readonly search?: string
  readonly range?: Range
  /** RFC 3339; exact times replace a range. */
  readonly from?: string
  readonly until?: string
  /** Where the list goes on, as the API gave it; absent: it begins with the newest. */
  readonly cursor?: string
  /** The delivery in the drawer. */
  readonly open?: number
  /** The operation on many deliveries that is watched. */
  readonly operation?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asDeliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const state = asStates(search.state)
  const severity = asWords(search.severity, SEVERITIES)
  const kind = KINDS.find((each) => each === search.kind)
  const server = textIn(search.server)
  const text = textIn(search.search)
  const from = asInstant(search.from)
  const until = asInstant(search.until)
  const isExact = from !== undefined || until !== undefined
  const range = isExact ? undefined : asRange(search.range)
  const cursor = asCursor(search.cursor)
  const ids = {
    webhook: asId(search.webhook),
    alert: asId(search.alert),
    event: asId(search.event),
    open: asId(search.open),
    operation: asId(search.operation),
  }
  return {
    ...(state && { state }),
    ...(ids.webhook && { webhook: ids.webhook }),
    ...(ids.alert && { alert: ids.alert }),
    ...(ids.event && { event: ids.event }),
    ...(severity && { severity }),
    ...(kind && { kind }),
    ...(server && { server }),
    ...(text && { search: text }),
    ...(range && { range }),
    ...(from && { from }),
    ...(until && { until }),
    ...(cursor && { cursor }),
    ...(ids.open && { open: ids.open }),
    ...(ids.operation && { operation: ids.operation }),
  }
}

/** Without what is open above the list, and where it goes on. */
export function filterOf({
  open: _open,
  operation: _operation,
  cursor: _cursor,
  ...filter
}: DeliverySearch): DeliverySearch {
  return filter
}

function asStates(value: unknown): string | undefined {
  return value === 'undelivered' ? value : asWords(value, STATES)
}

function asWords(value: unknown, words: readonly string[]): string | undefined {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const known = words.filter((word) => given.includes(word))
  return known.length > 0 && known.length < words.length ? known.join(',') : undefined
}

function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function asRange(value: unknown): Range | undefined {
  return typeof value === 'string' && Object.hasOwn(RANGES, value) ? (value as Range) : undefined
}

/** Opaque; a number is what the address makes of one that has digits only. */
function asCursor(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w-]{1,100}$/.test(text) ? text : undefined
}

function asInstant(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
