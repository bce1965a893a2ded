import { NO_CLOCK_JUMP, type ClockJump } from '../clock-steps.ts'
import type { Instant } from '../instant.ts'
import type { Alert, Observation, ObservationEffect } from './alert.ts'
import {
  asVariant,
  expireVariant,
  expiryMoment,
  joinVariant,
  resultOf,
  withTimeOfClockJump,
} from './variants.ts'

/** What one observation does to what is known. Pure. */
export function observe(
  before: Alert | undefined,
  observation: Observation,
  now: Instant,
  clockJump: ClockJump = NO_CLOCK_JUMP,
): ObservationEffect {
  if (observation.variant === undefined) return observeOne(before, observation, now)
  const known = before && withTimeOfClockJump(before, clockJump, now)
  const own = observeOne(asVariant(known, observation.variant), observation, now)
  // What came too late leaves no trace that it was heard of after the jump.
  return joinVariant(own.result === 'stale' ? before : known, own, observation, now)
}

/** An observation with the moment that it counts from. */
type Dated = Observation & { readonly at: Instant }

/**
 * An observation that names no moment counts from now. If the clock was set back since the alert's last change, it counts from
 * that change: it arrived later, and must not seem older.
 */
function dated(known: Alert | undefined, observation: Observation, now: Instant): Dated {
  const { at = Math.max(now, known?.changedAt ?? 0, observation.since ?? 0) } = observation
  return { ...observation, at }
}

function observeOne(known: Alert | undefined, said: Observation, now: Instant): ObservationEffect {
  const observation = dated(known, said, now)
  if (!known) {
    if (observation.state === 'cleared') return { result: 'ignored', alert: undefined, oldState: undefined }
    return { result: 'raised', alert: newAlert(observation, now), oldState: 'cleared' }
  }
  if (isStale(known, observation)) {
    return { result: 'stale', alert: { ...known, staleCount: known.staleCount + 1 }, oldState: undefined }
  }
  const refreshed = refresh(known, observation, now)
  if (observation.state === known.state) return { result: 'refreshed', alert: refreshed, oldState: undefined }

  const alert: Alert = {
    ...refreshed,
    state: observation.state,
    changedAt: observation.at,
    since: sinceAfter(known, observation),
    endedBy: observation.state === 'cleared' ? 'monitor' : null,
  }
  return { result: resultOf(known.state, observation.state), alert, oldState: known.state }
}

/**
 * What happens to an alert whose monitor fell silent; the clear counts from the moment it was promised until. The
 * promise stays on record, so that a monitor that comes back with a longer one is believed at once.
 */
export function expire(alert: Alert, now: Instant): Alert {
  const at = expiryMoment(alert, now)
  const cleared: Alert = { ...alert, state: 'cleared', changedAt: at, since: at, endedBy: 'silence' }
  const { variants } = alert.details
  if (!variants) return cleared
  return {
    ...cleared,
    details: { ...alert.details, variants: variants.map((variant) => expireVariant(variant, now)) },
  }
}

/**
 * Older than the last transition, and of another opinion. An older word that says what we already believe is no news,
 * but no contradiction either.
 */
function isStale(known: Alert, observation: Dated): boolean {
  if (observation.at >= known.changedAt || observation.state === known.state) return false
  return !outlivesExpiry(known, observation)
}

/**
 * The alert was cleared only because a promise ran out, and here is one that reaches further: its monitor was merely
 * out of reach (a network fault, a restart), so the condition never ended by anybody's word, however long ago it began.
 */
function outlivesExpiry(known: Alert, observation: Dated): boolean {
  if (known.state !== 'cleared' || known.expiresAt === null) return false
  return observation.expiresAt !== undefined && observation.expiresAt > known.expiresAt
}

function newAlert(observation: Dated, now: Instant): Omit<Alert, 'id'> {
  const { source, key, name, state, at, since = at, expiresAt = null, details, warnings = [] } = observation
  return {
    source,
    key,
    name,
    state,
    since,
    changedAt: at,
    observedAt: now,
    expiresAt,
    endedBy: null,
    details,
    warnings,
    staleCount: 0,
  }
}

function refresh(known: Alert, observation: Dated, now: Instant): Alert {
  const isNews = isNewest(known, observation)
  const { name, details, warnings = [] } = isNews && observation.isBare !== true ? observation : known
  return {
    ...known,
    name,
    details,
    warnings,
    since: sinceOfBoth(known, observation),
    observedAt: now,
    expiresAt: expiryAfter(known, observation),
    endedBy: isNews && isConfirmed(known, observation) ? 'monitor' : known.endedBy,
  }
}

/** Its monitor says, if late, what its silence stood for. */
function isConfirmed(known: Alert, { state }: Dated): boolean {
  return state === 'cleared' && known.endedBy === 'silence'
}

function isNewest(known: Alert, observation: Dated): boolean {
  return observation.at >= known.changedAt || outlivesExpiry(known, observation)
}

/** Of two senders that watch the same thing, the earliest raise counts … */
function sinceOfBoth(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state !== known.state) return known.since
  return Math.min(known.since, observation.since ?? known.since)
}

/** … and the latest promise. */
function expiryAfter(known: Alert, observation: Dated): Instant | null {
  if (observation.state === 'cleared') return isNewest(known, observation) ? null : known.expiresAt
  if (observation.expiresAt === undefined) return isNewest(known, observation) ? null : known.expiresAt
  return known.expiresAt === null ? observation.expiresAt : Math.max(known.expiresAt, observation.expiresAt)
}

/** A change of severity keeps the moment of the raise; a raise and a clear start anew. */
function sinceAfter(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state === 'cleared') return observation.since ?? observation.at
  return known.since
}
