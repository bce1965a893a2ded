import { JOB_STATUSES } from '../alert/job-run.ts'
import { RAISED_STATES, SEVERITY_WORDS } from '../alert/severity.ts'
import { nearestWord } from '../word-distance.ts'
import { formatMatcher } from './describe-mismatch.ts'
import type { Matcher } from './match.ts'
import { compilePattern } from './pattern.ts'
import { readPlainPattern } from './plain-pattern.ts'

/** The fields that have few values, each with all of them, besides the empty one of events without the field. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  severity: RAISED_STATES,
  job_status: JOB_STATUSES,
}

/**
 * Says why a matcher is a mistake: it compares a field with what none of its values is, so that it is never met, or
 * always. Undefined: it is no mistake.
 */
export function findClosedWordMistake(matcher: Matcher): string | undefined {
  const values = valuesOf(matcher)
  if (values === undefined || values.some(isMeantBy(matcher))) return undefined
  return describe(matcher, values, matcher.value)
}

/** Finds alternatives of a pattern that none of the values of its field is, if another alternative is met. */
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

/** Tells whether a value is one of those that a matcher names, be it to have them or not. */
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

/** Tells whether two words are forms of one: failed and failure, succeeded and success. */
function beginsAlike(value: string, one: string): boolean {
  const beginning = one.slice(0, FORM_CHARACTERS)
  return beginning.length === FORM_CHARACTERS && value.toLowerCase().startsWith(beginning)
}

const FORM_CHARACTERS = 4
