import { findOutdated } from './match-rules.ts'

/** The `match` of something that is stored. */
export interface StoredMatch {
  readonly noun: 'webhook' | 'silence' | 'maintenance window'
  readonly id: number
  readonly match: string | null
}

/** Names that one sentence has. */
const NAMED_MAX = 5

/** Says which stored matchers would be refused now: a release with fewer rules saved them. Undefined: none. */
export function describeOutdated(stored: Iterable<StoredMatch>): string | undefined {
  const outdated = [...stored].filter(({ match }) => match !== null && findOutdated(match).length > 0)
  if (outdated.length === 0) return undefined
  const names = outdated.slice(0, NAMED_MAX).map(({ noun, id }) => `${noun} ${id}`)
  const more = outdated.length > NAMED_MAX ? [`${outdated.length - NAMED_MAX} more`] : []
  return `an earlier release saved matchers that are refused now, and stay in force: ${[...names, ...more].join(', ')}; the warnings of each say what to write instead`
}
