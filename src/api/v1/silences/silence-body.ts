import type { Static } from 'typebox'
import type { NamedAuthor } from '../../../domain/audit/audit.ts'
import { type Issue, refuseIssues } from '../../../domain/errors.ts'
import { compileMatch } from '../../../domain/matching/compile-match.ts'
import { EVERYTHING, findMeaningIssues, findTextIssues } from '../../../domain/silence/silence-rules.ts'
import type { Confirmed, NewSilence, Silence, SilenceEdit } from '../../../domain/silence/silence.ts'
import { parseInstant, type Instant } from '../../../domain/instant.ts'
import { parseDuration } from '../../../domain/spelling.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { findAsIssues } from '../body-members.ts'
import type { newSilenceSchema, silenceChangeSchema } from './silence-wire.ts'

interface GivenTimes {
  readonly starts_at?: string | undefined
  readonly ends_at?: string | undefined
  readonly for?: string | undefined
}

/** Throws `invalid_request` with every mistake that does not depend on stored data. */
export function toNewSilence(
  body: Static<typeof newSilenceSchema>,
  { now, author }: { readonly now: Instant; readonly author: NamedAuthor },
): NewSilence {
  const { startsAt = now, endsAt, issues } = readTimes(body, (given) => Math.max(given ?? now, now))
  const { webhook_ids: webhookIds = null, reason, everything } = body
  const match = readMatch(body) ?? ''
  const isEndless = endsAt === undefined && issues.length === 0
  refuseIssues([
    ...findMeaningIssues({ match, reason, everything }),
    ...issues,
    ...(isEndless ? [NO_END] : []),
    ...findAsIssues(body.as),
  ])
  // There is an end, or it was refused.
  const times = { startsAt, endsAt: endsAt!, hasLength: body.for !== undefined }
  return { match, everything, webhookIds, ...times, reason, ...author }
}

/** Returns the matchers of a request; `everything` needs none. */
export function readMatch({
  match,
  everything,
}: Confirmed & { readonly match?: string }): string | undefined {
  return match ?? (everything === true ? EVERYTHING : undefined)
}

const NO_END: Issue = { path: 'ends_at', message: 'is missing; give it, or `for`, e.g. "for": "2h"' }

/** Throws `invalid_request` for mistakes in a change of any silence; the store checks its matchers. */
export function refuseBadChange(body: Static<typeof silenceChangeSchema>): void {
  const { issues } = readTimes(body, () => 0)
  // Readable matchers may be the stored ones, exempt from newer rules.
  const match = body.match === undefined || compileMatch(body.match).isReadable ? undefined : body.match
  refuseIssues([...findTextIssues(knownOnly<SilenceEdit>({ match, reason: body.reason })), ...issues])
}

/** A term counts from the start of a silence that begins later, else from now. */
export function toSilenceEdit(
  body: Static<typeof silenceChangeSchema>,
  { now, before }: { readonly now: Instant; readonly before: Pick<Silence, 'startsAt'> },
): SilenceEdit {
  const { startsAt, endsAt } = readTimes(body, (given) => Math.max(given ?? before.startsAt, now))
  return knownOnly<SilenceEdit>({
    match: readMatch(body),
    everything: body.everything,
    webhookIds: body.webhook_ids,
    reason: body.reason,
    startsAt,
    endsAt,
    hasLength: endsAt === undefined ? undefined : body.for !== undefined,
  })
}

function readTimes(
  given: GivenTimes,
  begins: (startsAt: Instant | undefined) => Instant,
): {
  readonly startsAt: Instant | undefined
  readonly endsAt: Instant | undefined
  readonly issues: readonly Issue[]
} {
  const issues: Issue[] = []
  const read = (path: 'starts_at' | 'ends_at') => {
    const text = given[path]
    const at = text === undefined ? undefined : parseInstant(text)
    if (text !== undefined && at === undefined)
      issues.push({ path, message: 'must be a time such as 2026-09-14T03:12:40Z (RFC 3339)' })
    return at
  }
  const [startsAt, endsAt] = [read('starts_at'), read('ends_at')]
  const term = readTerm(given, issues)
  return { startsAt, endsAt: term === undefined ? endsAt : begins(startsAt) + term, issues }
}

function readTerm({ for: text, ends_at: end }: GivenTimes, issues: Issue[]): number | undefined {
  if (text === undefined) return undefined
  if (end !== undefined) issues.push({ path: 'for', message: 'does not go with `ends_at`; give one of them' })
  try {
    const term = parseDuration(text)
    if (term > 0) return term
    issues.push({ path: 'for', message: 'must be longer than 0' })
    return undefined
  } catch (error) {
    issues.push({ path: 'for', message: (error as Error).message })
    return undefined
  }
}
