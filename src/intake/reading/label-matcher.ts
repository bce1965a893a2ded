import { AppError } from '../../domain/errors.ts'
import type { MatchOperator } from '../../domain/matching/match.ts'
import { MATCH_OPERATORS, PATTERNS_INSTRUCTIONS_MAX } from '../../domain/matching/match.ts'
import { compilePattern, measurePattern } from '../../domain/pattern/pattern.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Labels } from './foreign-text.ts'

/** A condition on a label, as in PromQL and in Alertmanager's `filter`. A missing label has the empty value. */
export interface LabelMatcher {
  readonly name: string
  readonly operator: MatchOperator
  readonly value: string
}

/** Limits the time of one request's patterns on all alerts; ordinary ones need about 1 ms. */
export const MATCH_MS_MAX = 100

/** Limits the conditions of one request, each tried on up to 10,000 alerts. */
export const MATCHERS_MAX = 50

const SPACE = String.raw`[ \t\n\f\r]*`
const OPERATOR = '(=~|!~|!=|=)'
export const CLASSIC = `^${SPACE}([a-zA-Z_:][\\w:]*)${SPACE}${OPERATOR}([^]*)$`
const ESCAPED = String.raw`\\(?:[abfnrtv\\"]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`
const WORD = String.raw`("(?:[^"\\\n]|${ESCAPED})*"|[^\s{}!=~,\\"'\x60]+)`
export const WITH_ANY_NAME = `^\\s*${WORD}\\s*${OPERATOR}\\s*${WORD}\\s*(?:,\\s*)?$`

/**
 * Parses one matcher as Alertmanager does, `alertname=x` or `severity=~"crit.*"`: first by its classic grammar, in
 * which an unquoted value reaches to the end, then by that with quoted names. Throws `invalid_request` that says what
 * is expected. Source: https://github.com/prometheus/alertmanager/blob/v0.34.0/matcher/compat/parse.go
 */
export function parseMatchers(text: string): readonly LabelMatcher[] {
  if (text.trim() === '') return []
  if (text.startsWith('{') || text.endsWith('}'))
    throw refuse(text, 'has braces; give each condition without them, as a filter of its own')
  const found = readClassic(text) ?? readWithAnyName(text)
  if (!found)
    throw refuse(text, 'is not a condition such as alertname="x", severity=~"crit.*" or job!="node"')
  return [found]
}

function readClassic(text: string): LabelMatcher | undefined {
  const [, name, operator = '', rest = ''] = new RegExp(CLASSIC).exec(text) ?? []
  if (name === undefined) return undefined
  const raw = rest.trim()
  const inner = (raw.startsWith('"') ? /^"((?:[^"\\]|\\[^])*)"$/ : /^((?:[^"\\]|\\[^])*\\?)$/).exec(raw)?.[1]
  if (inner === undefined) return undefined
  const value = inner.replaceAll(/\\([n"\\])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
  return { name, operator: toOperator(operator), value }
}

function readWithAnyName(text: string): LabelMatcher | undefined {
  const [, name, operator = '', value = ''] = new RegExp(WITH_ANY_NAME).exec(text) ?? []
  return name === undefined
    ? undefined
    : { name: unquote(name), operator: toOperator(operator), value: unquote(value) }
}

/**
 * Selects the items whose labels fit all matchers, in steps. Throws `invalid_request` for unusable matchers, and for
 * slow patterns. Patterns are those of `match`: RE2's, on the whole value.
 */
export function* selectMatching<Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => Labels,
  {
    matchers,
    clock,
  }: { readonly matchers: readonly LabelMatcher[]; readonly clock: Pick<Clock, 'monotonic'> },
): Steps<readonly Item[]> {
  const tests = yield* compileMatchers(matchers)
  const fitting: Item[] = []
  let usedMs = 0
  for (const item of items) {
    const labels = labelsOf(item)
    let fits = true
    for (const test of tests) {
      const beganAt = clock.monotonic()
      fits = test(labels)
      usedMs += clock.monotonic() - beganAt
      if (usedMs > MATCH_MS_MAX)
        throw new AppError('invalid_request', 'The regular expressions take too long; use simpler ones.')
      yield
      if (!fits) break
    }
    if (fits) fitting.push(item)
  }
  return fitting
}

type Test = (labels: Labels) => boolean

/** Compiles matchers, in steps. Throws `invalid_request` for too many, and for unusable patterns. */
export function* compileMatchers(matchers: readonly LabelMatcher[]): Steps<readonly Test[]> {
  if (matchers.length > MATCHERS_MAX)
    throw new AppError(
      'invalid_request',
      `There are ${matchers.length} conditions, but there may be ${MATCHERS_MAX} at most; leave some out.`,
    )
  const tests: Test[] = []
  let instructions = 0
  for (const matcher of matchers) {
    if (matcher.operator.endsWith('~')) instructions += sizeOf(matcher.value)
    if (instructions > PATTERNS_INSTRUCTIONS_MAX)
      throw new AppError(
        'invalid_request',
        `The patterns compile to more than ${PATTERNS_INSTRUCTIONS_MAX} instructions together; use fewer or simpler ones.`,
      )
    tests.push(toTest(matcher))
    yield
  }
  return tests
}

function sizeOf(pattern: string): number {
  const measured = measurePattern(pattern)
  if ('mistake' in measured) throw refuse(pattern, `is refused: ${measured.mistake.replace(/\.$/, '')}`)
  return measured.size
}

function toTest({ name, operator, value }: LabelMatcher): Test {
  const valueOf = (labels: Labels) => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : '')
  if (operator === '=') return (labels) => valueOf(labels) === value
  if (operator === '!=') return (labels) => valueOf(labels) !== value
  const { matches: fits } = compilePattern(value)
  return operator === '=~' ? (labels) => fits(valueOf(labels)) : (labels) => !fits(valueOf(labels))
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Unquotes as Go does; an unquoted text is itself. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  return text
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g, (_, short, long, one: string) => {
      const code = short ?? long
      if (code === undefined) return ESCAPES[one] ?? one
      return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff))
    })
}

function toOperator(text: string): MatchOperator {
  return MATCH_OPERATORS.find((one) => one === text) ?? '='
}

function refuse(text: string, mistake: string): AppError {
  return new AppError('invalid_request', `${JSON.stringify(text.slice(0, 100))} ${mistake}.`)
}
