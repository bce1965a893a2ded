import type { AlertState } from './alert.ts'

export type RaisedState = Exclude<AlertState, 'cleared'>

/**
 * What the severity words of the monitors mean here, in lower case; case does not matter when they are read. Numbers
 * are left out on purpose: some count up to the worst and some down to it.
 */
export const SEVERITY_WORDS: Readonly<Record<RaisedState, readonly string[]>> = {
  high: [
    'critical',
    'crit',
    'page',
    'emergency',
    'emerg',
    'alert',
    'fatal',
    'error',
    'err',
    'high',
    'disaster',
    'major',
    'p1',
    'p2',
    'down',
  ],
  medium: ['warning', 'warn', 'medium', 'average', 'minor', 'p3', 'unknown', 'unreachable'],
  low: ['info', 'information', 'informational', 'notice', 'debug', 'low', 'none', 'p4', 'p5'],
}

/** The state of an alert whose severity is missing or whose word is not in the table. */
export const STATE_WITHOUT_SEVERITY: RaisedState = 'medium'

const STATE_OF_WORD: ReadonlyMap<string, RaisedState> = new Map(
  (['high', 'medium', 'low'] as const).flatMap((state) =>
    SEVERITY_WORDS[state].map((word) => [word, state] as const),
  ),
)

export interface Severity {
  readonly state: RaisedState
  /** False: the word is not in the table, so the state is a guess that ought to be shown as one. */
  readonly known: boolean
}

/** A missing or blank word is no mistake, so it counts as known. */
export function severityToState(word: string | undefined): Severity {
  const spelled = word?.trim().toLowerCase() ?? ''
  if (spelled === '') return { state: STATE_WITHOUT_SEVERITY, known: true }
  const state = STATE_OF_WORD.get(spelled)
  return state === undefined ? { state: STATE_WITHOUT_SEVERITY, known: false } : { state, known: true }
}
