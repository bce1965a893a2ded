import { SEVERITY_WORDS } from './severity.ts'

/** Words of monitors for "over", in lower case; `END_BEGINNINGS` covers further ones. */
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
  'deactivated',
  'removed',
  'restored',
  'solved',
  'back to normal',
  'not firing',
]

/** Beginnings of further words for "over": `recovery`, `Recovered from No Data`, `resolve`, `cleared`. */
export const END_BEGINNINGS = ['recover', 'resolv', 'clear'] as const

/** Netdata's end with the state before: `OK (was CRITICAL)`. */
const END_WITH_STATE_BEFORE = /^ok \(/

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/
const TRUTH_VALUES: ReadonlySet<string> = new Set(['true', 'false'])

/** Words of monitors for "something is wrong". */
const RAISING_WORDS: ReadonlySet<string> = new Set([
  ...Object.values(SEVERITY_WORDS).flat(),
  'activated',
  'active',
  'alarm',
  'alarming',
  'alerting',
  'failed',
  'failing',
  'failure',
  'fired',
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
 * Reads a state in dialects without words of their own. `isNumber`: the dialect numbers its states, and 0 is the end. A
 * blank state counts as raised.
 */
export function meaningOfState(word: string, isNumber = false): StateMeaning {
  const spelled = word.trim().toLowerCase()
  if (isNumber && NUMBER.test(spelled)) return Number(spelled) === 0 ? 'over' : 'raised'
  if (ENDS.has(spelled) || beginsAsEnd(spelled) || END_WITH_STATE_BEFORE.test(spelled)) return 'over'
  return spelled === '' || RAISING_WORDS.has(spelled) ? 'raised' : 'unknown'
}

/** Expects lower case. */
export function beginsAsEnd(word: string): boolean {
  return END_BEGINNINGS.some((beginning) => word.startsWith(beginning))
}

/** Tells whether a state is a number or a truth value: monitors mean opposite things by them. */
export function isAmbiguousState(word: string): boolean {
  const spelled = word.trim().toLowerCase()
  return NUMBER.test(spelled) || TRUTH_VALUES.has(spelled)
}

/** Warns of an ambiguous state. `hasFile`: the source has a file that can list the states that clear. */
export function ambiguousState(word: string, hasFile: boolean): string {
  const spelled = word.trim().toLowerCase()
  const examples = TRUTH_VALUES.has(spelled) ? ['false', 'true'] : ['0', '1']
  const remedy = hasFile
    ? `list the states that clear in the file of sources, such as ${examples.map((state) => `cleared: [${state}]`).join(' or ')}`
    : 'send a word, such as cleared or high'
  return `The state ${spelled.slice(0, 100)} may be the end or the opposite, so the alert counts as raised; ${remedy}.`
}

/** Warns of an unknown state: the alert may be over. */
export function unknownState(word: string): string {
  const shown = word.length <= 100 ? word : `${word.slice(0, 100)}…`
  return `The state ${JSON.stringify(shown)} is not known, so the alert counts as raised.`
}
