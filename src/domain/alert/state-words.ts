import { SEVERITY_WORDS } from './severity.ts'

/** Words by which monitors say that an alert is over, in lower case; besides, whatever begins with one of `END_BEGINNINGS`. */
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

/** `recovery`, `Recovered from No Data`, `resolve`, `cleared`. */
export const END_BEGINNINGS = ['recover', 'resolv', 'clear'] as const

/** Of states that are numbers or truths: nothing is wrong. */
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
 * What the state of an alert means in any dialect that has no words of its own for it. `isValue`: it is a number or a truth there,
 * not a word. A blank one says nothing, so that the alert is raised.
 */
export function meaningOfState(word: string, isValue = false): StateMeaning {
  const spelled = word.trim().toLowerCase()
  if (isValue && END_VALUES.has(spelled)) return 'over'
  if (isValue && RAISING_VALUES.test(spelled)) return 'raised'
  if (ENDS.has(spelled) || beginsAsEnd(spelled)) return 'over'
  return spelled === '' || RAISING_WORDS.has(spelled) ? 'raised' : 'unknown'
}

/** Of a word in lower case. */
export function beginsAsEnd(word: string): boolean {
  return END_BEGINNINGS.some((beginning) => word.startsWith(beginning))
}

/** What to tell of a state that is not known: the alert may be over. */
export function unknownState(word: string): string {
  const shown = word.length <= 100 ? word : `${word.slice(0, 100)}…`
  return `The state ${JSON.stringify(shown)} is not known, so the alert counts as raised.`
}
