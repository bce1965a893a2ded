import type { AlertId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Push, Reporter } from '../reporter/reporter.ts'
import type { TraceContext } from '../trace/trace-context.ts'

export type AlertState = 'cleared' | 'low' | 'medium' | 'high'
export const ALERT_STATES = ['cleared', 'low', 'medium', 'high'] as const satisfies readonly AlertState[]

/**
 * Why an alert cleared: its monitor reported it; its monitor stopped reporting it (which is no recovery); or a person
 * cleared it.
 */
export type EndedBy = 'monitor' | 'expired' | 'person'
export const ENDED_BY = ['monitor', 'expired', 'person'] as const satisfies readonly EndedBy[]

/**
 * Where labels do not count (`ignore_labels`), several alerts of a monitor are one of ours: its variants. Each follows
 * the rules of an alert by itself; the joined alert is in the worst state of those that are raised, and cleared only
 * when all are.
 */
export interface Variant {
  /** Its identity at the monitor: the fingerprint of all its labels. */
  readonly id: string
  readonly state: AlertState
  readonly since: Instant
  readonly changedAt: Instant
  /** Missing: a release wrote it that did not know of it. */
  readonly lastReportedAt?: Instant
  readonly expiresAt: Instant | null
  readonly endsAt?: Instant
  readonly reporters?: readonly Reporter[]
}

/**
 * An acknowledgement of an active alert. It ends when the alert gets worse than what was acknowledged, when
 * it clears, or by its term.
 */
export interface Acknowledgement {
  readonly by: string
  /** The state that was acknowledged. */
  readonly state: AlertState
  /** Says what they do about it, in their words. */
  readonly note: string | null
  readonly at: Instant
  readonly until: Instant
}

/** The details of an alert's object. Every member may be missing; values are text as they came. */
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
  /**
   * The last value that was said while the alert was raised (`lastValueOf`), where that is not `currentValue`; empty:
   * none was said.
   */
  readonly lastValue?: string
  readonly thresholdValue?: string
  readonly parameters?: string
  readonly info?: string
  /** The monitor's own page about it, e.g. Prometheus' generatorURL. */
  readonly sourceLink?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /**
   * The states of several alerts of the monitor that are one alert here (variants.ts). Only stored: no event or
   * interface shows it.
   */
  readonly variants?: readonly Variant[]
}

/** Names what a clear of `/v1/alerts` empties by null: a member of the details, or one label or annotation. */
export type Emptied = keyof AlertDetails | `labels.${string}` | `annotations.${string}`

/** A report about an alert at one moment. */
export interface Observation {
  readonly source: string
  /** Identity within the source, up to 500 characters. */
  readonly key: string
  /** Which of several alerts that are one here, because labels do not count, it is about (variants.ts). */
  readonly variant?: string
  /** Empty: a clear that leaves it out, so the alert keeps its own. */
  readonly name: string
  readonly state: AlertState
  /**
   * The moment of the observed state; decides which of two observations is the older one. Undefined: that of its
   * arrival, after all that came before it. One that lies ahead is shown, and counts as that of its arrival: its
   * clock is ahead, and must not make what comes next seem too old.
   */
  readonly at?: Instant | undefined
  /** Set: a push in the API of Prometheus. Whether it says an end is decided with what its sender said before. */
  readonly push?: Push
  /** The sender gives no time of the report itself: reports count in the order of arrival, and `at` is only shown. */
  readonly countsByArrival?: true
  /** Since when the condition holds, if the monitor knows better than `at`. */
  readonly since?: Instant
  /** Without a refresh until then (plus grace) the alert counts as cleared. */
  readonly expiresAt?: Instant
  readonly details: AlertDetails
  /** A clear empties these members instead of keeping them (keep-on-clear.ts). */
  readonly emptied?: readonly Emptied[]
  /** The guesses that had to be made, e.g. for an unknown severity word; shown on the alert and in the response. */
  readonly warnings?: readonly string[]
  /** The report only has the state: name, details and warnings stay. */
  readonly isBare?: true
  /** The trace of its sender that goes on with the event of this report. */
  readonly trace?: TraceContext
}

export interface Alert {
  readonly id: AlertId
  readonly source: string
  readonly key: string
  readonly name: string
  readonly state: AlertState
  /** Since when it has been raised without a break; the moment of clearing once it is cleared. */
  readonly since: Instant
  /** The `at` of its last transition. */
  readonly changedAt: Instant
  /**
   * The newest `at` that counted, also of a word that repeated what was known: a raise that is older counts for
   * nothing. `observed_at` of the API.
   */
  readonly lastReportedAt: Instant
  /** When a monitor last spoke of it, by our clock: `last_reported_at` of the API. */
  readonly observedAt: Instant
  /**
   * Until when its monitor promised to report again. On a cleared alert: the promise that ran out, if that cleared
   * it.
   */
  readonly expiresAt: Instant | null
  /** Null while it is raised. */
  readonly endedBy: EndedBy | null
  readonly details: AlertDetails
  readonly warnings: readonly string[]
  /** The number of observations that came too late to count. */
  readonly staleCount: number
  /** The number of its last episode, from 1; its events carry it. 0: it was never raised. */
  readonly episodeNumber: number
  /**
   * An end was said, and every other reporter that fires lives until then at the latest: so it clears at this moment,
   * by its monitor's word. Absent: no end was said, or a reporter has repeated itself since.
   */
  readonly endsAt?: Instant
  /** Senders of pushes (reporters.ts); absent: nobody pushed it. Internal: no interface shows them. */
  readonly reporters?: readonly Reporter[]
  /** Its acknowledgement; the term may be over (`acknowledgementAt`). */
  readonly acknowledgement?: Acknowledgement
}

/** The facts about an active alert that a reader of reports may use. */
export interface RaisedAlert extends Pick<Alert, 'id' | 'key' | 'state'> {
  /** The server name from its details, cut to `RAISED_SERVER_NAME_LENGTH` characters. */
  readonly serverName?: string
}

/** Exceeds the longest name that a dialect compares it with by one. */
export const RAISED_SERVER_NAME_LENGTH = 501

/** The effect of an observation. `ignored`: a clear of an unknown alert, which is remembered for a while. */
export type ObservationResult = 'raised' | 'changed' | 'cleared' | 'refreshed' | 'stale' | 'ignored'

export interface ObservationEffect {
  readonly result: ObservationResult
  /** The alert as it is to be stored, without an id if it is new; undefined: nothing to store. */
  readonly alert: Omit<Alert, 'id'> | undefined
  /** The state that the event names as the old one; undefined: there is no event. */
  readonly oldState: AlertState | undefined
  /** The moment of a clear of an unknown alert, which is to be remembered. */
  readonly earlyClear?: Instant
}

/**
 * The time for which a clear of an unknown alert is remembered, in milliseconds: its raise may come late by as much,
 * and still raises nothing.
 */
export const EARLY_CLEAR_KEPT_MS = 24 * 3600_000

/**
 * The number of clears of unknown alerts that are remembered, the newest ones: about 30 MB. Housekeeping removes the
 * others.
 */
export const EARLY_CLEARS_MAX = 100_000
