import type { Instant } from '../instant.ts'
import { ALWAYS_OPEN, type OpenTime } from '../open-time.ts'
import { withoutEnd } from '../reporter/reporter-list.ts'
import type { Reporter } from '../reporter/reporter.ts'
import { endAcknowledgement, withoutAcknowledgement } from './acknowledgement.ts'
import type { Alert, Observation, ObservationEffect } from './alert.ts'
import { wordsAfter } from './keep-on-clear.ts'
import { applyPushed, asReported, held, withReports } from './pushed.ts'
import { asVariant, expired, expireVariant, joinVariant, resultOf, withTimeOfAbsences } from './variants.ts'

/** The facts that count besides the alert itself. */
interface Remembered {
  readonly openTime?: OpenTime | undefined
  /** When it ended, if its end was reported before its raise. */
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
  // A stale report does not count as a report after an absence.
  const effect = joinVariant(own.result === 'stale' ? before : known, own, observation, now)
  return completed(before, own.result === 'stale' ? effect : unconfirmed(effect, before, openTime))
}

/** An end that clears nothing confirms nothing: what was promised before an absence goes on counting from before it. */
function unconfirmed(
  effect: ObservationEffect,
  before: Alert | undefined,
  openTime: OpenTime,
): ObservationEffect {
  const { alert } = effect
  if (!alert || !before || alert.observedAt !== before.observedAt) return effect
  return { ...effect, alert: withTimeOfAbsences(alert, openTime, -1) }
}

/**
 * Completes an effect by what counts for the alert as a whole: the number of its episode, and the end of the
 * acknowledgement of what got worse or cleared.
 */
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
  /** The moment that it is shown with; not before the last transition, unless it came too late. */
  readonly at: Instant
  /** The moment by which it is older or newer than others. */
  readonly countedAt: Instant
}

/**
 * An observation that names no moment counts from now. If the clock was set back since the alert's last word, it counts
 * from that: it arrived later, and must not seem older.
 */
function momentOf(known: Alert | undefined, observation: Observation, { now, earlyClear }: Moment): Instant {
  const { at, countsByArrival } = observation
  const newest = known ? newestWord(known) : (earlyClear ?? 0)
  if (at === undefined) return Math.max(now, newest)
  // Arrival decides here, so the time of the sender is used only where it fits between the events before and now.
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
 * Clears an alert whose monitor fell silent, or which nobody repeated after an end was said; the clear counts from the
 * end of what was promised. The promise stays stored, so that a monitor that comes back with a longer one is believed
 * at once.
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
 * raise older than the newest report. (A clear may be older: a monitor dates it back, and does not repeat it.) An
 * older report that agrees is no news, but no contradiction either.
 */
function isStale(known: Alert, observation: Dated): boolean {
  const { countedAt, state } = observation
  const newest = state === 'cleared' ? known.changedAt : newestWord(known)
  if (countedAt >= newest || state === known.state) return false
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

/** Its monitor confirms, if late, the end of an alert that expired. */
function isConfirmed(known: Alert, { state }: Dated): boolean {
  return state === 'cleared' && known.endedBy === 'expired'
}

function isNewest(known: Alert, observation: Dated): boolean {
  return observation.countedAt >= known.changedAt || outlivesExpiry(known, observation)
}

/** Returns the earliest raise of two senders that watch the same thing … */
function sinceOfBoth(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state !== known.state) return known.since
  return Math.min(known.since, observation.since ?? known.since)
}

/** … and the promise of the newest report, which may be shorter than the one before. */
function expiryAfter(known: Alert, observation: Dated): Instant | null {
  if (observation.state === 'cleared') return isNewest(known, observation) ? null : known.expiresAt
  if (observation.expiresAt === undefined) return isNewest(known, observation) ? null : known.expiresAt
  if (known.expiresAt === null || observation.countedAt >= known.lastReportedAt) return observation.expiresAt
  return Math.max(known.expiresAt, observation.expiresAt)
}

/** A change of severity keeps the moment of the raise; a raise and a clear begin a new episode. */
function sinceAfter(known: Alert, observation: Dated): Instant {
  if (known.state === 'cleared' || observation.state === 'cleared') return observation.since ?? observation.at
  return known.since
}

const SECOND_MS = 1_000

/**
 * Returns the moment that a report counts as when it is compared with others. An end given in whole seconds counts as
 * the end of its second, but not as later than its arrival: a monitor that starts a command for each notification says
 * problem and end of one second in either order, and says the end only once.
 */
function countedMoment(
  { state, countsByArrival }: Pick<Observation, 'state' | 'countsByArrival'>,
  at: Instant,
  now: Instant,
): Instant {
  if (state !== 'cleared' || countsByArrival || at % SECOND_MS !== 0) return at
  return Math.max(at, Math.min(at + SECOND_MS - 1, now))
}
