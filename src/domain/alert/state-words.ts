import { SEVERITY_WORDS } from './severity.ts'

/** Words by which monitors say that an alert is over, in lower case. `END_BEGINNINGS` covers further ones. */
export const END_WORDS: readonly string[] = [
  'ok',
  'okay',
  'up',
  'normal',
  'healthy',
  'inactive',
  'success',
  'succeeded',
  'passing',
  'passed',
  'fixed',
  'closed',
  'close',
  'ended',
  'end',
  'green',
  'good',
  'online',
]

/** Beginnings of further such words: `recovery`, `Recovered from No Data`, `resolve`, `cleared`. */
export const END_BEGINNINGS = ['recover', 'resolv', 'clear'] as const

/** Numbers and truth values by which monitors say that nothing is wrong. */
const END_VALUES: ReadonlySet<string> = new Set(['0', 'false'])
const RAISING_VALUES = /^(?:-?\d+(?:\.\d+)?|true)$/

/** Words by which monitors say that something is wrong. */
const RAISING_WORDS: ReadonlySet<string> = new Set([
  ...Object.values(SEVERITY_WORDS).flat(),
  'active',
  'alarm',
  'alarming',
  'alerting',
  'failed',
  'failing',
  'failure',
  'firing',
  'new',
  'nodata',
  'no data',
  'no_data',
  'offline',
  'open',
  'opened',
  'problem',
  'raised',
  'red',
  're-triggered',
  'start',
  'started',
  'triggered',
  'unhealthy',
  'yellow',
])

const ENDS: ReadonlySet<string> = new Set(END_WORDS)

export type StateMeaning = 'over' | 'raised' | 'unknown'

/**
 * Reads the state of an alert in every dialect without words of its own. `isValue`: the dialect writes states as
 * numbers or truth values. A blank state says nothing, so the alert is raised.
 */
export function meaningOfState(word: string, isValue = false): StateMeaning {
  const spelled = word.trim().toLowerCase()
  if (isValue && END_VALUES.has(spelled)) return 'over'
  if (isValue && RAISING_VALUES.test(spelled)) return 'raised'
  if (ENDS.has(spelled) || beginsAsEnd(spelled)) return 'over'
  return spelled === '' || RAISING_WORDS.has(spelled) ? 'raised' : 'unknown'
}

/** Expects a word in lower case. */
export function beginsAsEnd(word: string): boolean {
  return END_BEGINNINGS.some((beginning) => word.startsWith(beginning))
}

/** Warns of an unknown state: the alert may be over. */
export function unknownState(word: string): string {
  const shown = word.length <= 100 ? word : `${word.slice(0, 100)}…`
  return `The state ${JSON.stringify(shown)} is not known, so the alert counts as raised.`
}
