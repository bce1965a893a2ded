import { runInNewContext } from 'node:vm'
import { AppError } from '../../domain/errors.ts'
import type { Labels } from './label-details.ts'

export type MatchOperator = '=' | '!=' | '=~' | '!~'

/** One condition on a label, as in PromQL and in Alertmanager's `filter`. A missing label has the empty value. */
export interface LabelMatcher {
  readonly name: string
  readonly operator: MatchOperator
  readonly value: string
}

/**
 * Alertmanager's regular expressions take linear time, those of this runtime may take for ever: whoever may read
 * alerts must not be able to stop the service. Ordinary ones need about a millisecond for ten thousand alerts.
 */
const MATCH_MS_MAX = 250

const QUOTED = String.raw`"(?:[^"\\]|\\[^])*"`
const NAME_AND_OPERATOR = String.raw`\s*(${QUOTED}|[^\s"=~!{},]+)\s*(=~|!~|!=|=)`
export const ONE = String.raw`^${NAME_AND_OPERATOR}(?:\s*(${QUOTED}|[^\s"~][^]*))?\s*$`
export const ONE_OF_SEVERAL = String.raw`${NAME_AND_OPERATOR}(?:\s*(${QUOTED}|[^\s",~][^,]*))?\s*(?:,|$)`

/**
 * One matcher as Alertmanager takes it, `alertname=x` or `severity=~"crit.*"`, or any number in braces as in PromQL,
 * `{a="b", c!="d"}`. A value without quotes reaches to the end, in braces to the next comma. An empty text has none.
 * Throws `invalid_request` that says what is expected.
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
 * Those of the items whose labels fit all matchers. Throws `invalid_request` for a regular expression that is none, or
 * that takes too long.
 */
export function selectMatching<Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => Labels,
  matchers: readonly LabelMatcher[],
): readonly Item[] {
  const tests = matchers.map(toTest)
  const select = () => items.filter((item) => tests.every((fits) => fits(labelsOf(item))))
  return matchers.some(({ operator }) => operator.includes('~')) ? withinTime(select) : select()
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

function withinTime<Result>(compute: () => Result): Result {
  let result: { readonly value: Result } | undefined
  const run = () => {
    result = { value: compute() }
  }
  try {
    // The only way to interrupt a regular expression that is running. The code is ours, none of it comes from outside.
    runInNewContext('run()', { run }, { timeout: MATCH_MS_MAX })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  if (!result) {
    throw new AppError('invalid_request', 'The regular expressions take too long; use simpler ones.')
  }
  return result.value
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
