import { runInNewContext } from 'node:vm'
import { AppError } from '../../domain/errors.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Labels } from './foreign-text.ts'

export type MatchOperator = '=' | '!=' | '=~' | '!~'

/** A condition on a label, as in PromQL and in Alertmanager's `filter`. A missing label has the empty value. */
export interface LabelMatcher {
  readonly name: string
  readonly operator: MatchOperator
  readonly value: string
}

/**
 * Alertmanager's regular expressions take linear time, those of this runtime may take for ever, and a caller that may
 * only read alerts could stop the service with one. Milliseconds for all alerts of one request; ordinary ones need
 * about one.
 */
export const MATCH_MS_MAX = 100
/** Milliseconds after which such expressions are interrupted, so that everything else has its turn, and then go on. */
export const MATCH_PIECE_MS_MAX = 10

/** Conditions of one request, each of which is tried on ten thousand alerts; people give two or three. */
export const MATCHERS_MAX = 50

const QUOTED = String.raw`"(?:[^"\\]|\\[^])*"`
const NAME_AND_OPERATOR = String.raw`\s*(${QUOTED}|[^\s"=~!{},]+)\s*(=~|!~|!=|=)`
export const ONE = String.raw`^${NAME_AND_OPERATOR}(?:\s*(${QUOTED}|[^\s"~][^]*))?\s*$`
export const ONE_OF_SEVERAL = String.raw`${NAME_AND_OPERATOR}(?:\s*(${QUOTED}|[^\s",~][^,]*))?\s*(?:,|$)`

/**
 * Parses one matcher as Alertmanager takes it, `alertname=x` or `severity=~"crit.*"`, or any number in braces as in
 * PromQL, `{a="b", c!="d"}`. A value without quotes reaches to the end, in braces to the next comma. An empty text has
 * none. Throws `invalid_request` that says what is expected.
 */
export function parseMatchers(text: string): readonly LabelMatcher[] {
  if (text.trim() === '') return []
  const inBraces = /^\s*\{([^]*)\}\s*$/.exec(text)?.[1]
  if (inBraces === undefined) return [toMatcher(new RegExp(ONE).exec(text), text)]
  const matchers: LabelMatcher[] = []
  const next = new RegExp(ONE_OF_SEVERAL, 'y')
  const end = inBraces.trimEnd().length
  while (next.lastIndex < end) matchers.push(toMatcher(next.exec(inBraces), text))
  return matchers
}

function toMatcher(match: RegExpExecArray | null, text: string): LabelMatcher {
  if (!match)
    throw refuse(text, 'is not a condition such as alertname="x", severity=~"crit.*" or job!="node"')
  const [, name = '', operator = '', value = ''] = match
  return { name: unquote(name), operator: toOperator(operator), value: unquote(value.trim()) }
}

/**
 * Selects the items whose labels fit all matchers, in steps. Throws `invalid_request` for too many items, and for a
 * regular expression that is invalid or takes too long.
 */
export function* selectMatching<Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => Labels,
  matchers: readonly LabelMatcher[],
): Steps<readonly Item[]> {
  if (matchers.length > MATCHERS_MAX) {
    throw new AppError(
      'invalid_request',
      `There are ${matchers.length} conditions, but there may be ${MATCHERS_MAX} at most; leave some out.`,
    )
  }
  const tests = matchers.map(toTest)
  // By the place of the item: wherever it is interrupted, it can go on from the item that it was at.
  const fitting: boolean[] = []
  const select = () => {
    for (let at = fitting.length; at < items.length; at += 1) {
      const item = items[at]
      fitting[at] = item !== undefined && tests.every((fits) => fits(labelsOf(item)))
    }
  }
  if (matchers.some(({ operator }) => operator.includes('~'))) yield* inPieces(select)
  else select()
  return items.filter((_, at) => fitting[at])
}

function toTest({ name, operator, value }: LabelMatcher): (labels: Labels) => boolean {
  const valueOf = (labels: Labels) => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : '')
  if (operator === '=') return (labels) => valueOf(labels) === value
  if (operator === '!=') return (labels) => valueOf(labels) !== value
  const pattern = toPattern(value)
  if (operator === '=~') return (labels) => pattern.test(valueOf(labels))
  return (labels) => !pattern.test(valueOf(labels))
}

/** Anchored at both ends, as in Prometheus. A leading `(?i)` is Go's way to say that case does not matter. */
function toPattern(source: string): RegExp {
  const [, flags = '', rest = ''] = /^(?:\(\?([is]+)\))?([^]*)$/.exec(source) ?? []
  try {
    return new RegExp(`^(?:${rest})$`, [...new Set(flags)].join(''))
  } catch {
    throw refuse(source, 'is not a regular expression')
  }
}

/**
 * Interrupts `run`, which goes on from there when it is called again; throws if it is not done when the time is over.
 */
function* inPieces(run: () => void): Steps<void> {
  for (let usedMs = 0; usedMs < MATCH_MS_MAX; usedMs += MATCH_PIECE_MS_MAX) {
    if (isDoneInTime(run)) return
    yield
  }
  throw new AppError('invalid_request', 'The regular expressions take too long; use simpler ones.')
}

function isDoneInTime(run: () => void): boolean {
  try {
    // The only way to interrupt a regular expression that is running. The code is ours, none of it comes from outside.
    runInNewContext('run()', { run }, { timeout: MATCH_PIECE_MS_MAX })
    return true
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return false
  }
}

function unquote(text: string): string {
  if (!/^"[^]*"$/.test(text)) return text
  return text
    .slice(1, -1)
    .replaceAll(/\\([^])/g, (pair, escaped: string) =>
      escaped === 'n' ? '\n' : escaped === '"' || escaped === '\\' ? escaped : pair,
    )
}

function toOperator(text: string): MatchOperator {
  return text === '!=' || text === '=~' || text === '!~' ? text : '='
}

function refuse(text: string, mistake: string): AppError {
  return new AppError('invalid_request', `${JSON.stringify(text.slice(0, 100))} ${mistake}.`)
}
