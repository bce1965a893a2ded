import type { Issue } from '../errors.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { findClosedWordMistake } from './closed-words.ts'
import { compileMatch, type CompiledMatch } from './compile-match.ts'
import { MATCH_TEXTS_MAX, OTHERWISE, PATTERNS_INSTRUCTIONS_MAX, payloadTypesOf } from './match.ts'
import { MatchError, parseMatch } from './parse-match.ts'
import { measurePattern } from './pattern.ts'

const TOO_MUCH = `up to here the patterns compile to more than ${PATTERNS_INSTRUCTIONS_MAX} instructions together; use fewer or simpler ones, or = where it does.`
const TOO_MANY = `up to here the patterns name more than ${MATCH_TEXTS_MAX} texts together; use a label that these have in common.`

/**
 * Finds mistakes in the text of a `match` that is to be saved, or asked for: the first one in its syntax, or every
 * pattern that cannot be used, and every value that its field never has. It does not apply to what is stored.
 */
export function findMatchIssues(text: string): readonly Issue[] {
  const mistakes = findUnreadable(text)
  if (mistakes.length > 0) return mistakes
  return matchersOf(text).flatMap((matcher) => {
    const mistake = findClosedWordMistake(matcher)
    return mistake === undefined ? [] : issue(new MatchError(text, matcher.offset, mistake))
  })
}

/** Mistakes of each compiled text: ten thousand may be stored, and they are looked at again and again. */
const known = new WeakMap<CompiledMatch, readonly Issue[]>()

/** Finds in matchers that are stored what would be refused now, because a release with fewer rules saved them. */
export function findOutdated(text: string): readonly Issue[] {
  const compiled = compileMatch(text)
  const issues = known.get(compiled) ?? findMatchIssues(text)
  known.set(compiled, issues)
  return issues
}

/** Finds what keeps the text of a `match` from being compiled. */
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
