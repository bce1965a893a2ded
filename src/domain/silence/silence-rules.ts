import { AppError, type Issue, refuseIssues } from '../errors.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { compileMatch } from '../matching/compile-match.ts'
import { findMatchIssues } from '../matching/match-rules.ts'
import { type Matcher, OTHERWISE } from '../matching/match.ts'
import { compilePattern } from '../pattern/pattern.ts'
import {
  LIVE_SILENCES_MAX,
  type NewSilence,
  type Silence,
  SILENCE_REASON_CHARACTERS_MAX,
  SILENCE_WEBHOOKS_MAX,
  type SilenceEdit,
  silenceStateOf,
  type Confirmed,
} from './silence.ts'

/** Moves a past start to now: what was sent is not taken back. */
export function beginNoEarlier<Begun extends Pick<Silence, 'startsAt'>>(silence: Begun, now: Instant): Begun {
  return silence.startsAt < now ? { ...silence, startsAt: now } : silence
}

function beginsNow(silence: Silence, now: Instant): Silence {
  return { ...silence, hasBegun: silence.startsAt <= now }
}

/** Throws `invalid_request` with every mistake. */
export function validateSilence(silence: NewSilence, now: Instant): void {
  refuseIssues([
    ...findMeaningIssues(silence),
    ...(silence.endsAt <= now
      ? [{ path: 'ends_at', message: `is not in the future; it is ${formatInstant(now)} now` }]
      : findOrderIssues(silence)),
  ])
}

/**
 * Returns the edited silence. Matchers, webhooks and start stay fixed once it has started, so that its effect can be
 * explained later. Throws `conflict` after its end, else `invalid_request` with every mistake.
 */
export function editSilence(before: Silence, { everything, ...edit }: SilenceEdit, now: Instant): Silence {
  const state = silenceStateOf(before, now)
  if (state === 'expired')
    throw new AppError('conflict', `Silence ${before.id} has ended. Create a new one with the same matchers.`)
  const edited = { ...before, ...edit, updatedAt: now, hasBegun: state === 'active' }
  const fixed = state === 'active' ? findFixedIssues(before, edited) : []
  const after = state === 'active' ? edited : beginsNow(beginNoEarlier(edited, now), now)
  const past =
    after.endsAt < now
      ? [{ path: 'ends_at', message: 'is in the past; to end the silence now, delete it' }]
      : findOrderIssues(after)
  refuseIssues([...fixed, ...findMeaningIssues({ ...withoutStored(after, before), everything }), ...past])
  return isSame(before, after) ? before : after
}

/** Ends a silence now. Throws `conflict` if it has ended. */
export function endSilence(before: Silence, now: Instant): Silence {
  if (silenceStateOf(before, now) === 'expired')
    throw new AppError(
      'conflict',
      `Silence ${before.id} has ended already, at ${formatInstant(before.endsAt)}.`,
    )
  return { ...before, startsAt: Math.min(before.startsAt, now), endsAt: now, updatedAt: now, hasBegun: true }
}

export function requireSilence(found: Silence | undefined, id: SilenceId): Silence {
  if (!found) throw new AppError('not_found', `There is no silence ${id}. GET /v1/silences lists them.`)
  return found
}

export function refuseMoreSilences(liveCount: number): void {
  if (liveCount < LIVE_SILENCES_MAX) return
  throw new AppError(
    'conflict',
    `There are ${LIVE_SILENCES_MAX} silences that have not ended, as many as there may be. Delete one that is not needed.`,
  )
}

/** Throws `invalid_request` for unknown webhooks. */
export function refuseUnknownWebhooks(
  webhookIds: Silence['webhookIds'],
  known: ReadonlySet<WebhookId>,
): void {
  const unknown = (webhookIds ?? []).filter((id) => !known.has(id))
  if (unknown.length === 0) return
  refuseIssues([
    { path: 'webhook_ids', message: `names ${unknown.join(', ')}; GET /v1/webhooks lists those that exist` },
  ])
}

/** Throws `invalid_request` for matchers that a silence cannot have. */
export function refuseBadMatch(match: string): void {
  refuseIssues(findSilenceMatchIssues(match))
}

function findSilenceMatchIssues(match: string): readonly Issue[] {
  const text = match.trim()
  if (text === '')
    return [
      {
        path: 'match',
        message:
          'is empty; say which alerts to silence, e.g. server="db-1", or `everything: true` (`--everything` of tocsin)',
      },
    ]
  if (text === OTHERWISE)
    return [
      { path: 'match', message: 'is otherwise, which is for webhooks only; say which alerts to silence' },
    ]
  return findMatchIssues(match)
}

/** Leaves out unchanged matchers: newer rules do not apply to them. */
export function withoutStored<Edited extends SilenceEdit>(
  edited: Edited,
  before: Pick<Silence, 'match'>,
): Omit<Edited, 'match'> & Pick<SilenceEdit, 'match'> {
  const { match, ...others } = edited
  return match === undefined || match === before.match ? others : { ...others, match }
}

/** Finds mistakes except in times, and silencing everything without confirmation. */
export function findMeaningIssues(given: SilenceEdit): readonly Issue[] {
  const issues = findTextIssues(given)
  return issues.some(({ path }) => path === 'match') ? issues : [...issues, ...findEverythingIssues(given)]
}

export function findTextIssues({ match, reason, webhookIds }: SilenceEdit): readonly Issue[] {
  const issues: Issue[] = match === undefined ? [] : [...findSilenceMatchIssues(match)]
  if (reason?.trim() === '')
    issues.push({ path: 'reason', message: 'is missing; say why, for whoever asks why nobody was notified' })
  if (reason !== undefined && reason.length > SILENCE_REASON_CHARACTERS_MAX)
    issues.push({ path: 'reason', message: `is longer than ${SILENCE_REASON_CHARACTERS_MAX} characters` })
  if (webhookIds?.length === 0)
    issues.push({
      path: 'webhook_ids',
      message: 'is empty; name webhooks, or leave it out to silence all of them',
    })
  if (webhookIds && webhookIds.length > SILENCE_WEBHOOKS_MAX)
    issues.push({ path: 'webhook_ids', message: `names more than ${SILENCE_WEBHOOKS_MAX} webhooks` })
  return issues
}

function findOrderIssues({ startsAt, endsAt }: Pick<Silence, 'startsAt' | 'endsAt'>): readonly Issue[] {
  if (startsAt < endsAt) return []
  return [{ path: 'ends_at', message: `is not after starts_at, ${formatInstant(startsAt)}` }]
}

function findFixedIssues(before: Silence, after: Silence): readonly Issue[] {
  const because = 'cannot change once the silence has begun; delete the silence and create another one'
  const issues: Issue[] = []
  if (after.match !== before.match) issues.push({ path: 'match', message: because })
  if (after.startsAt !== before.startsAt) issues.push({ path: 'starts_at', message: because })
  if (String(after.webhookIds) !== String(before.webhookIds))
    issues.push({ path: 'webhook_ids', message: because })
  return issues
}

function isSame(one: Silence, other: Silence): boolean {
  return JSON.stringify({ ...one, updatedAt: 0 }) === JSON.stringify({ ...other, updatedAt: 0 })
}

/** Matchers that everything meets, if everything is meant and none are given. */
export const EVERYTHING = 'name=~".*"'

/**
 * Tells whether a group of the matchers needs no value. Only `=` and `=~` can be met by a missing field; `!=` and `!~`
 * count as needing a value. Source: https://github.com/prometheus/alertmanager/blob/v0.34.0/silence/silence.go
 * (`matchesEmpty`)
 */
export function silencesEverything(match: string): boolean {
  return compileMatch(match).groups.some((group) => group.every(isMetByNothing))
}

function isMetByNothing({ operator, value }: Matcher): boolean {
  if (operator === '=~') return compilePattern(value).matches('')
  return operator === '=' && value === ''
}

/** Finds that everything is silenced without confirmation, or confirmed without being silenced. */
export function findEverythingIssues({
  match,
  everything = false,
}: Confirmed & { readonly match?: string | undefined }): readonly Issue[] {
  if (match === undefined || silencesEverything(match) === everything) return []
  return everything
    ? [
        {
          path: 'everything',
          message: 'is true, but not everything meets these matchers; leave one of the two out',
        },
      ]
    : [
        {
          path: 'match',
          message:
            'would silence everything: none of its matchers needs a value. Compare one, such as server="db-1", or say that everything is meant with `everything: true` (`--everything` of tocsin)',
        },
      ]
}
