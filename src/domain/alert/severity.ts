import type { AlertState } from './alert.ts'

export type RaisedState = Exclude<AlertState, 'cleared'>

/**
 * The severity words of monitors by state, in lower case. Numbers are left out: some monitors count up to the worst,
 * some down.
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
    'urgent',
    'blocker',
    'sev0',
    'sev1',
  ],
  medium: ['warning', 'warn', 'medium', 'average', 'minor', 'p3', 'unknown', 'unreachable', 'sev2'],
  low: ['info', 'information', 'informational', 'notice', 'debug', 'low', 'none', 'p4', 'p5', 'sev3', 'sev4'],
}

/** The severities of Azure Monitor: critical, error, warning, informational, verbose. */
const AZURE = ['sev0', 'sev1', 'sev2', 'sev3', 'sev4']

/** Words that release 0.3.0 did not know: a source with a meaning for unknown words keeps it for these. */
const LATER_WORDS: ReadonlySet<string> = new Set(['urgent', 'blocker', ...AZURE])

/** The state of an alert whose severity is missing or unknown. */
export const STATE_WITHOUT_SEVERITY: RaisedState = 'medium'

export const RAISED_STATES = ['high', 'medium', 'low'] as const satisfies readonly RaisedState[]

const BADNESS: Readonly<Record<AlertState, number>> = { cleared: 0, low: 1, medium: 2, high: 3 }

/** Returns a higher number for a worse state. */
export function badnessOf(state: AlertState): number {
  return BADNESS[state]
}

const STATE_OF_WORD = statesByWord(SEVERITY_WORDS)

function statesByWord(words: SeverityOverrides['words']): ReadonlyMap<string, RaisedState> {
  return new Map(
    RAISED_STATES.flatMap((state) =>
      (words[state] ?? []).map((word) => [word.trim().toLowerCase(), state] as const),
    ),
  )
}

function withoutWords(left: Iterable<string>): ReadonlyMap<string, RaisedState> {
  const gone = new Set(left)
  return new Map([...STATE_OF_WORD].filter(([word]) => !gone.has(word)))
}

const EARLIER_WORDS = withoutWords(LATER_WORDS)

export interface Severity {
  readonly state: RaisedState
  /** False: the state is a guess, because the word is unknown. */
  readonly known: boolean
}

export interface SeverityOverrides {
  /** Further words, or other meanings; case does not matter, and numbers are words. */
  readonly words: Readonly<Partial<Record<RaisedState, readonly string[]>>>
  /** The state of an unknown word, which is then no guess. */
  readonly otherwise?: RaisedState
}

/**
 * Reads a severity word of a source. A missing or blank one counts as known. `usually`: its meaning in this dialect,
 * unless source or table have another.
 */
export type ReadSeverity = (word: string | undefined, usually?: RaisedState) => Severity

export const NO_OVERRIDES: SeverityOverrides = { words: {} }

export function severityReader({ words, otherwise }: SeverityOverrides = NO_OVERRIDES): ReadSeverity {
  const own = statesByWord(words)
  const table = otherwise === undefined ? tableBeside(own) : EARLIER_WORDS
  return (word, usually) => {
    const spelled = word?.trim().toLowerCase() ?? ''
    const state = own.get(spelled) ?? table.get(spelled) ?? usually
    if (state !== undefined) return { state, known: true }
    return { state: otherwise ?? STATE_WITHOUT_SEVERITY, known: spelled === '' || otherwise !== undefined }
  }
}

/** Leaves Azure's severities out if the source numbers its own: they may count the other way. */
function tableBeside(own: ReadonlyMap<string, RaisedState>): ReadonlyMap<string, RaisedState> {
  return AZURE.some((word) => own.has(word)) ? withoutWords(AZURE) : STATE_OF_WORD
}

/** Explains that the state is a guess, because the word is unknown. */
export function unknownSeverity(word: string): string {
  const shown = word.length <= 100 ? word : `${word.slice(0, 100)}…`
  return `The severity ${JSON.stringify(shown)} is not known, so the alert counts as medium.`
}
