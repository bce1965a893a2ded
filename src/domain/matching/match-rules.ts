import type { Issue } from '../errors.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { OTHERWISE, payloadTypesOf } from './match.ts'
import { MatchError, parseMatch } from './parse-match.ts'
import { findPatternMistake } from './pattern.ts'

/** Finds mistakes in the text of a `match`: the first one in its syntax, or every pattern that cannot be used. */
export function findMatchIssues(text: string): readonly Issue[] {
  try {
    return matchersOf(text)
      .filter(({ operator }) => operator === '=~' || operator === '!~')
      .flatMap(({ value, offset }) => {
        const mistake = findPatternMistake(value)
        return mistake === undefined ? [] : [issue(new MatchError(text, offset, mistake))]
      })
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
  if (match === null || findMatchIssues(match).length > 0) return []
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
