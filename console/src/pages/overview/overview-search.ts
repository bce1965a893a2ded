import { LIST_FILTERS } from '../../api/list-filters.ts'
import { pairsIn, onlyGiven, textIn, wordsIn } from '../../ui/list/list-search.ts'
import type { OnCallSearch } from '../on-call/on-call.ts'

/** Ranges of the plots, each in the shortest visible steps. */
export const RANGES = {
  '1h': { label: '1 h', words: 'hour', lengthMs: 3_600_000, step: '1m' },
  '6h': { label: '6 h', words: '6 hours', lengthMs: 21_600_000, step: '5m' },
  '24h': { label: '24 h', words: '24 hours', lengthMs: 86_400_000, step: '15m' },
  '7d': { label: '7 d', words: '7 days', lengthMs: 604_800_000, step: '2h' },
} as const

export type Range = keyof typeof RANGES

/** The range of the plots, and the filters of active alerts. */
export interface OverviewSearch extends OnCallSearch {
  /** Absent: one hour. */
  readonly range?: Range
}

/** Reads the search parameters; unknown values are ignored. */
export function asOverviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  const { range } = search
  const isRange = typeof range === 'string' && range !== '1h' && Object.hasOwn(RANGES, range)
  return onlyGiven<OverviewSearch>({
    range: isRange ? (range as Range) : undefined,
    severity: wordsIn(search.severity, LIST_FILTERS['/v1/on-call'].state.words),
    server: textIn(search.server),
    search: textIn(search.search),
    label: pairsIn(search.label),
  })
}
