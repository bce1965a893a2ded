import type { Instant } from './instant.ts'
import { asVariant, expireVariant, expiryMoment, joinVariant, resultOf, type Variant } from './variants.ts'

export type AlertState = 'cleared' | 'low' | 'medium' | 'high'
export const ALERT_STATES = ['cleared', 'low', 'medium', 'high'] as const satisfies readonly AlertState[]

/** What a monitor tells about the object of an alert. Every member may be missing; values are text as they came. */
export interface AlertDetails {
  readonly objectType?: string
  readonly objectName?: string
  readonly agentId?: string
  readonly agentName?: string
  readonly serverId?: string
  readonly serverName?: string
  readonly serverAddress?: string
  readonly serverPort?: string
  readonly database?: string
  readonly schema?: string
  readonly package?: string
  readonly databaseObject?: string
  readonly currentValue?: string
  readonly thresholdValue?: string
  readonly parameters?: string
  readonly info?: string
  /** The monitor's own page about it, e.g. Prometheus' generatorURL. */
  readonly sourceLink?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** What several alerts of the monitor say that are one here (variants.ts). Only stored: no event or interface shows it. */
  readonly variants?: readonly Variant[]
}

/** What a monitor says about an alert at one moment. */
export interface Observation {
  readonly source: string
  /** Identity within the source, up to 500 characters. */
  readonly key: string
  /** Which of several alerts that are one here, because labels do not count, it speaks of (variants.ts). */
  readonly variant?: string
  readonly name: string
  readonly state: AlertState
  /**
   * The moment it speaks of; decides which of two observations is the older one. Undefined: that of its
   * arrival, after all that came before it.
   */
  readonly at?: Instant | undefined
  /** Since when the condition holds, if the monitor knows better than `at`. */
  readonly since?: Instant
  /** Without a refresh until then (plus grace) the alert counts as cleared. */
  readonly expiresAt?: Instant
  readonly details: AlertDetails
  /** What we had to guess, e.g. an unknown severity word; shown on the alert and in the answer. */
  readonly warnings?: readonly string[]
  /** It tells only how the alert stands: what is known besides (name, details, warnings) stays. */
  readonly isBare?: true
}

export interface Alert {
  readonly id: number
  readonly source: string
  readonly key: string
  readonly name: string
  readonly state: AlertState
  /** Since when it has been raised without a break; the moment of clearing once it is cleared. */
  readonly since: Instant
  /** The `at` of its last transition. */
  readonly changedAt: Instant
  /** When a monitor last spoke of it, by our clock. */
  readonly observedAt: Instant
  /** Until when its monitor promised to speak again. On a cleared alert: the promise that ran out, if that cleared it. */
  readonly expiresAt: Instant | null
  readonly details: AlertDetails
  readonly warnings: readonly string[]
  /** How many observations came too late to count. */
  readonly staleCount: number
}

/** What a reader of reports may know of an alert that is raised. */
export interface RaisedAlert extends Pick<Alert, 'id' | 'key' | 'state'> {
  /** Of its details; at most `RAISED_SERVER_NAME_LENGTH` characters of it. */
  readonly serverName?: string
}

/** One more than the longest name that a dialect compares it with. */
export const RAISED_SERVER_NAME_LENGTH = 501

/** What an observation did. `ignored`: cleared, for an alert nobody has heard of. */
export type ObservationResult = 'raised' | 'changed' | 'cleared' | 'refreshed' | 'stale' | 'ignored'

export interface ObservationEffect {
  readonly result: ObservationResult
  /** The alert as it is to be stored, without an id if it is new; undefined: nothing to store. */
  readonly alert: Omit<Alert, 'id'> | undefined
  /** The state that the event tells about as the old one; undefined: there is no event. */
  readonly oldState: AlertState | undefined
}

/** What one observation does to what is known (design, section 6). Pure. */
export function observe(known: Alert | undefined, observation: Observation, now: Instant): ObservationEffect {
  if (observation.variant === undefined) return observeOne(known, observation, now)
  const own = observeOne(asVariant(known, observation.variant), observation, now)
  return joinVariant(known, own, observation, now)
}

/** An observation with the moment that it counts from. */
type Dated = Observation & { readonly at: Instant }

/**
 * What names no moment comes after what is known, by the order in which it arrived. A clock that was set back since the
 * last change must not make it older than that.
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

  const alert = {
    ...refreshed,
    state: observation.state,
    changedAt: observation.at,
    since: sinceAfter(known, observation),
  }
  return { result: resultOf(known.state, observation.state), alert, oldState: known.state }
}

/**
 * What happens to an alert whose monitor fell silent; the clear counts from the moment it was promised until. The
 * promise stays on record, so that a monitor that comes back with a longer one is believed at once.
 */
export function expire(alert: Alert, now: Instant): Alert {
  const at = expiryMoment(alert, now)
  const cleared: Alert = { ...alert, state: 'cleared', changedAt: at, since: at }
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
    details,
    warnings,
    staleCount: 0,
  }
}

function refresh(known: Alert, observation: Dated, now: Instant): Alert {
  const isNews = observation.isBare !== true && isNewest(known, observation)
  const { name, details, warnings = [] } = isNews ? observation : known
  return {
    ...known,
    name,
    details,
    warnings,
    since: sinceOfBoth(known, observation),
    observedAt: now,
    expiresAt: expiryAfter(known, observation),
  }
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
