import { JOB_STATUSES } from '../alert/job-run.ts'
import { RAISED_STATES, SEVERITY_WORDS } from '../alert/severity.ts'
import type { Issue } from '../errors.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { nearestWord } from '../word-distance.ts'
import { type CompiledMatch, compileMatch } from './compile-match.ts'
import { formatMatcher } from './describe-mismatch.ts'
import type { Matcher } from './match.ts'
import { MATCH_TEXTS_MAX, OTHERWISE, PATTERNS_INSTRUCTIONS_MAX, payloadTypesOf } from './match.ts'
import { MatchError, parseMatch } from './parse-match.ts'
import { compilePattern, measurePattern } from '../pattern/pattern.ts'
import { readPlainPattern } from '../pattern/plain-pattern.ts'

const TOO_MUCH = `up to here the patterns compile to more than ${PATTERNS_INSTRUCTIONS_MAX} instructions together; use fewer or simpler ones, or = where it does.`
const TOO_MANY = `up to here the patterns name more than ${MATCH_TEXTS_MAX} texts together; use a label that these have in common.`

/**
 * Finds mistakes in a `match` that is saved or previewed: the first syntax error, or every unusable pattern and every
 * value that its field never has. Does not apply to what is stored.
 */
export function findMatchIssues(text: string): readonly Issue[] {
  const mistakes = findUnreadable(text)
  if (mistakes.length > 0) return mistakes
  return matchersOf(text).flatMap((matcher) => {
    const mistake = findClosedWordMistake(matcher)
    return mistake === undefined ? [] : issue(new MatchError(text, matcher.offset, mistake))
  })
}

/** The mistakes of each compiled text: thousands of stored ones are checked again and again. */
const known = new WeakMap<CompiledMatch, readonly Issue[]>()

/** Finds what would be refused now in stored matchers of a release with fewer rules. */
export function findOutdated(text: string): readonly Issue[] {
  const compiled = compileMatch(text)
  const issues = known.get(compiled) ?? findMatchIssues(text)
  known.set(compiled, issues)
  return issues
}

function findUnreadable(text: string): readonly Issue[] {
  try {
    let [size, texts] = [0, 0]
    const mistakes: MatchError[] = []
    for (const { operator, value, offset } of matchersOf(text)) {
      if (operator !== '=~' && operator !== '!~') continue
      const measured = measurePattern(value)
      if ('mistake' in measured) {
        mistakes.push(new MatchError(text, offset, measured.mistake))
        continue
      }
      size += measured.size
      texts += measured.texts
      const excess =
        texts > MATCH_TEXTS_MAX ? TOO_MANY : size > PATTERNS_INSTRUCTIONS_MAX ? TOO_MUCH : undefined
      if (excess === undefined) continue
      mistakes.push(new MatchError(text, offset, excess))
      // Compiling hundreds of patterns only to refuse them would take long.
      break
    }
    return mistakes.map(issue)
  } catch (error) {
    if (error instanceof MatchError) return [issue(error)]
    throw error
  }
}

/** Finds fields in the `match` of a webhook that events of its payload type never have. */
export function findMatchTypeIssues({
  match,
  payloadType,
}: Pick<Webhook, 'match' | 'payloadType'>): readonly Issue[] {
  if (match === null || !compileMatch(match).isReadable) return []
  return matchersOf(match)
    .filter(({ field }) => !payloadTypesOf(field)?.includes(payloadType))
    .map(({ field }) => ({
      path: 'match',
      message:
        payloadType === 'JOB'
          ? `compares ${field}, which job runs do not have; compare job_status, name, server or a label instead`
          : `compares ${field}, which alerts do not have; compare severity, name, server or a label instead`,
    }))
}

function matchersOf(text: string) {
  const match = parseMatch(text)
  return match === OTHERWISE ? [] : match.flat()
}

function issue({ message }: MatchError): Issue {
  return { path: 'match', message }
}

/** Fields with few values; events without the field have the empty one. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  severity: RAISED_STATES,
  job_status: JOB_STATUSES,
}

/** Says why a matcher compares a field with something that it never is; undefined if it does not. */
function findClosedWordMistake(matcher: Matcher): string | undefined {
  const values = valuesOf(matcher)
  if (values === undefined || values.some(isMeantBy(matcher))) return undefined
  return describe(matcher, values, matcher.value)
}

/** Finds alternatives that are never met in a pattern with others that are. */
export function findDeadAlternatives(matcher: Matcher): readonly string[] {
  const values = valuesOf(matcher)
  if (values === undefined || !matcher.operator.endsWith('~') || findClosedWordMistake(matcher)) return []
  const dead = readPlainPattern(matcher.value).alternatives.filter(
    (value) => !values.some(isMeantBy({ ...matcher, value })),
  )
  return dead.map(
    (alternative) =>
      `${formatMatcher(matcher)} has an alternative that is never met: ${describe(matcher, values, alternative)}`,
  )
}

function valuesOf({ field }: Matcher): readonly string[] | undefined {
  const values = Object.hasOwn(CLOSED, field) ? CLOSED[field] : undefined
  return values && [...values, '']
}

/** Tells whether a matcher names a value, with or without negation. */
function isMeantBy({ operator, value }: Matcher): (one: string) => boolean {
  return operator.endsWith('~') ? compilePattern(value).matches : (one) => one === value
}

function describe({ field, operator }: Matcher, values: readonly string[], value: string): string {
  const known = values.filter((one) => one !== '')
  const list = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`
  const label = formatMatcher({ field: `label.${field}`, operator, value, offset: 0 })
  return `${field} is ${list} here, and never "${value}"${meantBy(field, value, known)}; for a label of that name write ${label}.`
}

function meantBy(field: string, value: string, known: readonly string[]): string {
  if (field === 'severity' && value === 'cleared') return '; for clears there is the flag cleared_alert'
  const near = nearestWord(value, known) ?? known.find((one) => beginsAlike(value, one))
  if (near !== undefined) return `; did you mean ${near}`
  const word = value.toLowerCase()
  const state = RAISED_STATES.find((one) => field === 'severity' && SEVERITY_WORDS[one].includes(word))
  return state === undefined ? '' : `; from most monitors that arrives as ${state}`
}

/** Tells whether two words are forms of one, such as failed and failure. */
function beginsAlike(value: string, one: string): boolean {
  const beginning = one.slice(0, FORM_CHARACTERS)
  return beginning.length === FORM_CHARACTERS && value.toLowerCase().startsWith(beginning)
}

const FORM_CHARACTERS = 4
