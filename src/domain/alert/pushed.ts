import type { Instant } from '../instant.ts'
import type { OpenTime } from '../open-time.ts'
import type { Alert, Observation, ObservationEffect } from './alert.ts'
import { endAll, withoutEnd, withReporters } from '../reporter/reporter-list.ts'
import { deadlinesOf, type Reporter } from '../reporter/reporter.ts'
import { applyPush, type PushResult } from '../reporter/reporters.ts'

/** Decides what a push does; undefined: it is no push. */
export function applyPushed(
  known: Alert | undefined,
  { push, state }: Observation,
  moment: { readonly now: Instant; readonly openTime: OpenTime },
): PushResult | undefined {
  if (!push) return undefined
  const { state: before = 'cleared', reporters = [] } = known ?? {}
  return applyPush(
    { isRaised: before !== 'cleared', reporters },
    { ...push, isEnd: state === 'cleared' },
    moment,
  )
}

/** Returns the push as an observation, with the state and the latest promise that its reporters leave. */
export function asReported(
  said: Observation,
  { effect, reporters }: PushResult,
  openTime: OpenTime,
): Observation {
  const { expiresAt: given, ...observation } = said
  if (effect !== 'firing') {
    const { since: _, ...end } = observation
    return { ...end, state: 'cleared' }
  }
  // Without a promise of its own it never expires, whatever others promised.
  const expiresAt = given === undefined ? undefined : deadlinesOf(reporters, openTime)?.expiresAt
  return { ...observation, ...(expiresAt !== undefined && { expiresAt }) }
}

/** Applies an end while another reporter still fires: it confirms nothing. */
export function held(known: Alert, reporters: readonly Reporter[], openTime: OpenTime): ObservationEffect {
  const deadlines = deadlinesOf(reporters, openTime)
  const { endsAt: before, ...rest } = known
  const endsAt = deadlines?.endsAt ?? (deadlines ? undefined : before)
  const alert: Alert = {
    ...rest,
    reporters,
    ...(deadlines && known.expiresAt !== null && { expiresAt: deadlines.expiresAt }),
    ...(endsAt !== undefined && { endsAt }),
  }
  return { result: 'refreshed', alert, oldState: undefined }
}

/**
 * Returns what is given with these reporters; undefined: with its own. A clear that nobody pushed ends all of
 * them.
 */
export function withReports<Given extends Pick<Alert, 'reporters' | 'endsAt'>>(
  given: Given,
  { state }: Pick<Observation, 'state'>,
  reporters: readonly Reporter[] | undefined,
  now: Instant,
): Given {
  const before = given.reporters ?? []
  return withReporters(
    withoutEnd(given),
    reporters ?? (state === 'cleared' ? endAll(before, 'replaced', now) : before),
  )
}
