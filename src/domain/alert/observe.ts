import type { Instant } from '../instant.ts'
import { ALWAYS_OPEN, type OpenTime } from '../open-time.ts'
import { withoutEnd } from '../reporter/reporter-list.ts'
import type { Reporter } from '../reporter/reporter.ts'
import { endAcknowledgement, withoutAcknowledgement } from './acknowledgement.ts'
import type { Alert, Observation, ObservationEffect } from './alert.ts'
import { wordsAfter } from './keep-on-clear.ts'
import { applyPushed, asReported, held, withReports } from './pushed.ts'
import { asVariant, expired, expireVariant, joinVariant, resultOf, withTimeOfAbsences } from './variants.ts'

interface Remembered {
  readonly openTime?: OpenTime | undefined
  readonly earlyClear?: Instant | undefined
}

/** Decides what an observation does to an alert. Pure. */
export function observe(
  before: Alert | undefined,
  observation: Observation,
  now: Instant,
  { openTime = ALWAYS_OPEN, earlyClear }: Remembered = {},
): ObservationEffect {
  const known = before && withTimeOfAbsences(before, openTime)
  const moment = { now, earlyClear, openTime }
  if (observation.variant === undefined) {
    const effect = observeOne(known, observation, moment)
    return effect.result === 'stale' && before
      ? { ...effect, alert: lateFor(before) }
      : completed(before, unconfirmed(effect, before, openTime))
  }
  const own = observeOne(asVariant(known, observation.variant), observation, moment)
  // A stale report does not count as the first one after an absence.
  const effect = joinVariant(own.result === 'stale' ? before : known, own, observation, now)
  return completed(before, own.result === 'stale' ? effect : unconfirmed(effect, before, openTime))
}

/**
 * Takes the time of absences back if the report confirmed nothing: promises made before an absence still count from
 * then.
 */
function unconfirmed(
  effect: ObservationEffect,
  before: Alert | undefined,
  openTime: OpenTime,
): ObservationEffect {
  const { alert } = effect
  if (!alert || !before || alert.observedAt !== before.observedAt) return effect
  return { ...effect, alert: withTimeOfAbsences(alert, openTime, -1) }
}

/** Sets the number of the episode, and ends an acknowledgement that no longer counts. */
function completed(before: Alert | undefined, effect: ObservationEffect): ObservationEffect {
  const { result, alert } = effect
  if (!alert) return effect
  const episodeNumber = (before?.episodeNumber ?? 0) + Number(result === 'raised')
  const kept = endAcknowledgement(alert)
  return kept.episodeNumber === episodeNumber && kept === alert
    ? effect
    : { ...effect, alert: { ...kept, episodeNumber } }
}

interface Dated extends Observation {
  /** The moment that is shown; not before the last transition, unless it came too late. */
  readonly at: Instant
  readonly countedAt: Instant
}

/**
 * Returns the moment of an observation; without one, now. If the clock was set back since the last report, that
 * report's moment: what arrives later must not seem older.
 */
function momentOf(known: Alert | undefined, observation: Observation, { now, earlyClear }: Moment): Instant {
  const { at, countsByArrival } = observation
  const newest = known ? newestWord(known) : (earlyClear ?? 0)
  if (at === undefined) return Math.max(now, newest)
  // Arrival decides, so the sender's time counts only between the last report and now.
  if (countsByArrival) return Math.max(at < newest ? now : Math.min(at, now), newest)
  return Math.min(at, now)
}

function dated(known: Alert | undefined, observation: Observation, moment: Moment): Dated {
  const at = momentOf(known, observation, moment)
  const countedAt = countedMoment(observation, at, moment.now)
  const changedAt = known?.changedAt ?? 0
  return { ...observation, at: countedAt < changedAt ? at : Math.max(at, changedAt), countedAt }
}

function newestWord({ changedAt, lastReportedAt }: Alert): Instant {
  return Math.max(changedAt, lastReportedAt)
}

interface Moment {
  readonly now: Instant
  readonly earlyClear: Instant | undefined
  readonly openTime: OpenTime
}

function observeOne(known: Alert | undefined, said: Observation, moment: Moment): ObservationEffect {
  const { now, openTime } = moment
  const pushed = applyPushed(known, said, moment)
  if (known && pushed?.effect === 'copy')
    return { result: 'stale', alert: lateFor(known), oldState: undefined }
  if (known && pushed?.effect === 'held') return held(known, pushed.reporters, openTime)
  const observation = dated(known, pushed ? asReported(said, pushed, openTime) : said, moment)
  if (!known) return observeUnknown(observation, moment, pushed?.reporters)
  if (isStale(known, observation)) return { result: 'stale', alert: lateFor(known), oldState: undefined }
  const refreshed = withReports(refresh(known, observation, now), observation, pushed?.reporters, now)
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

function lateFor(known: Alert): Alert {
  return { ...known, staleCount: known.staleCount + 1 }
}

function observeUnknown(
  observation: Dated,
  { now, earlyClear = 0 }: Moment,
  reporters: readonly Reporter[] | undefined,
): ObservationEffect {
  const { countedAt, state, countsByArrival } = observation
  if (state === 'cleared') {
    const end = Math.max(countedAt, earlyClear)
    return { result: 'ignored', alert: undefined, oldState: undefined, earlyClear: end }
  }
  if (countedAt < earlyClear && !countsByArrival)
    return { result: 'stale', alert: undefined, oldState: undefined }
  const alert = withReports(newAlert(observation, now), observation, reporters, now)
  return { result: 'raised', alert, oldState: 'cleared' }
}

/**
 * Clears an alert that nobody reported any more, or nobody repeated after an end; the clear counts from the end of the
 * promise. The promise stays stored: a report with a longer one is believed at once.
 */
export function expire(alert: Alert, now: Instant): Alert {
  const cleared: Alert = withoutAcknowledgement({ ...withoutEnd(alert), ...expired(alert, now) })
  const { variants } = alert.details
  if (!variants) return cleared
  return {
    ...cleared,
    details: { ...alert.details, variants: variants.map((variant) => expireVariant(variant, now)) },
  }
}

/**
 * Tells whether the observation is too old: it contradicts the alert and is older than the last transition, or it is a
 * raise older than the newest report. A clear may be older: monitors date it back, and do not repeat it.
 */
function isStale(known: Alert, observation: Dated): boolean {
  const { countedAt, state } = observation
  const newest = state === 'cleared' ? known.changedAt : newestWord(known)
  if (countedAt >= newest || state === known.state) return false
  return !outlivesExpiry(known, observation)
}

/**
 * Tells whether an expired alert is promised for longer: its monitor was only unreachable, so the condition never
 * ended, however old the report is.
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
    lastReportedAt: at,
    observedAt: now,
    expiresAt,
    endedBy: null,
    details,
    warnings,
    staleCount: 0,
    episodeNumber: 1,
  }
}

function refresh(known: Alert, observation: Dated, now: Instant): Alert {
  const isNews = isNewest(known, observation)
  const { name, details, warnings } = isNews ? wordsAfter(known, observation) : known
  return {
    ...known,
    name,
    details,
    warnings,
    since: sinceOfBoth(known, observation),
    observedAt: now,
    lastReportedAt: Math.max(known.lastReportedAt, observation.countedAt),
    expiresAt: expiryAfter(known, observation),
    endedBy: isNews && isConfirmed(known, observation) ? 'monitor' : known.endedBy,
  }
}

function isConfirmed(known: Alert, { state }: Dated): boolean {
  return state === 'cleared' && known.endedBy === 'expired'
}

function isNewest(known: Alert, observation: Dated): boolean {
  return observation.countedAt >= known.changedAt || outlivesExpiry(known, observation)
}

/** Returns the earlier raise of two senders that watch the same thing. */
function sinceOfBoth(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state !== known.state) return known.since
  return Math.min(known.since, observation.since ?? known.since)
}

/** Returns the promise of the newest report, which may be shorter than the last one. */
function expiryAfter(known: Alert, observation: Dated): Instant | null {
  if (observation.state === 'cleared') return isNewest(known, observation) ? null : known.expiresAt
  if (observation.expiresAt === undefined) return isNewest(known, observation) ? null : known.expiresAt
  if (known.expiresAt === null || observation.countedAt >= known.lastReportedAt) return observation.expiresAt
  return Math.max(known.expiresAt, observation.expiresAt)
}

/** Keeps the raise when only the severity changes. */
function sinceAfter(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state === 'cleared') return observation.since ?? observation.at
  return known.since
}

const SECOND_MS = 1_000

/**
 * Returns the moment by which a report is compared. A clear in whole seconds counts as the end of its
 * second, at most as its arrival: raise and clear of one second may come in either order, the clear once
 * only.
 */
function countedMoment(
  { state, countsByArrival }: Pick<Observation, 'state' | 'countsByArrival'>,
  at: Instant,
  now: Instant,
): Instant {
  if (state !== 'cleared' || countsByArrival || at % SECOND_MS !== 0) return at
  return Math.max(at, Math.min(at + SECOND_MS - 1, now))
}
