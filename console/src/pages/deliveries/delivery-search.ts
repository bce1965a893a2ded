import { LIST_FILTERS } from '../../api/list-filters.ts'
import { idIn, instantIn, onlyGiven, textIn, wordIn, wordsIn } from '../../ui/list/list-search.ts'

const FILTERS = LIST_FILTERS['/v1/deliveries']

export const STATES = FILTERS.state.words
export type DeliveryState = (typeof STATES)[number]

export const SEVERITIES = FILTERS.severity.words.toReversed()
export const KINDS = FILTERS.kind.words
export type Kind = (typeof KINDS)[number]

export const RANGES = { '15m': 900_000, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type Range = keyof typeof RANGES

export interface DeliverySearch {
  /** States, separated by commas, or `undelivered`. */
  readonly state?: string
  readonly webhook?: number
  readonly alert?: number
  readonly event?: number
  /** New alert states, separated by commas. */
  readonly severity?: string
  readonly kind?: Kind
  /** Part of the event's server name. */
  readonly server?: string
  /** Part of any text of the event. */
  readonly search?: string
  readonly range?: Range
  readonly from?: string
  readonly until?: string
  /** The API's cursor; absent: the newest. */
  readonly cursor?: string
  /** The delivery in the drawer. */
  readonly open?: number
  /** The operation that is watched. */
  readonly operation?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asDeliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const from = instantIn(search.from)
  const until = instantIn(search.until)
  const isExact = from !== undefined || until !== undefined
  return onlyGiven<DeliverySearch>({
    state: search.state === 'undelivered' ? search.state : someIn(search.state, STATES),
    webhook: idIn(search.webhook),
    alert: idIn(search.alert),
    event: idIn(search.event),
    severity: someIn(search.severity, SEVERITIES),
    kind: wordIn(search.kind, KINDS),
    server: textIn(search.server),
    search: textIn(search.search),
    range: isExact ? undefined : wordIn(search.range, Object.keys(RANGES) as Range[]),
    from,
    until,
    cursor: cursorIn(search.cursor),
    open: idIn(search.open),
    operation: idIn(search.operation),
  })
}

/** Removes what is open above the list, and the cursor. */
export function filterOf({
  open: _open,
  operation: _operation,
  cursor: _cursor,
  ...filter
}: DeliverySearch): DeliverySearch {
  return filter
}

/** Undefined: none of the words, or all. */
function someIn(value: unknown, words: readonly string[]): string | undefined {
  const known = wordsIn(value, words)
  return known?.split(',').length === words.length ? undefined : known
}

/** Opaque; the router takes digits for a number. */
function cursorIn(value: unknown): string | undefined {
  const text = textIn(value)
  return text !== undefined && /^[\w-]{1,100}$/.test(text) ? text : undefined
}
