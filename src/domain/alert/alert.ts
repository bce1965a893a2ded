import type { AlertId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Push, Reporter } from '../reporter/reporter.ts'
import type { TraceContext } from '../trace/trace-context.ts'

export type AlertState = 'cleared' | 'low' | 'medium' | 'high'
export const ALERT_STATES = ['cleared', 'low', 'medium', 'high'] as const satisfies readonly AlertState[]

/** The monitor cleared it, the monitor stopped reporting it (no recovery), or a person cleared it. */
export type EndedBy = 'monitor' | 'expired' | 'person'
export const ENDED_BY = ['monitor', 'expired', 'person'] as const satisfies readonly EndedBy[]

/**
 * A part of an alert that `ignore_labels` joined of several at the monitor. Each follows the rules of an alert; the
 * joined alert has the worst state, and clears when all have.
 */
export interface Variant {
  /** The fingerprint of all its labels at the monitor. */
  readonly id: string
  readonly state: AlertState
  readonly since: Instant
  readonly changedAt: Instant
  /** Missing if an older release wrote it. */
  readonly lastReportedAt?: Instant
  readonly expiresAt: Instant | null
  readonly endsAt?: Instant
  readonly reporters?: readonly Reporter[]
}

/** Ends when the alert clears, gets worse than what was acknowledged, or at `until`. */
export interface Acknowledgement {
  readonly by: string
  readonly state: AlertState
  readonly note: string | null
  readonly at: Instant
  readonly until: Instant
}

/** Details as the monitor sent them; every member may be missing. */
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
  /** The last value while the alert was raised (`lastValueOf`), if it is not `currentValue`; empty: it had no value. */
  readonly lastValue?: string
  readonly thresholdValue?: string
  readonly parameters?: string
  readonly info?: string
  /** The monitor's own page about it, e.g. Prometheus' generatorURL. */
  readonly sourceLink?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** The variants of a joined alert (variants.ts). Only stored: no event or interface shows them. */
  readonly variants?: readonly Variant[]
}

/** A member that a clear of `/v1/alerts` empties by null. */
export type Emptied = keyof AlertDetails | `labels.${string}` | `annotations.${string}`

/** A report about an alert at one moment. */
export interface Observation {
  readonly source: string
  /** Identity within the source, up to 500 characters. */
  readonly key: string
  /** The variant that it is about (variants.ts). */
  readonly variant?: string
  /** Empty: a clear without a name, so the alert keeps its own. */
  readonly name: string
  readonly state: AlertState
  /**
   * The moment of the observed state; the older of two observations loses. Undefined: the moment of arrival. A moment
   * in the future is shown, but counts as the arrival, so that a fast clock does not outdate later reports.
   */
  readonly at?: Instant | undefined
  /** Set for a push in the API of Prometheus; the sender's earlier pushes decide whether it is an end. */
  readonly push?: Push
  /** Reports count in the order of arrival; `at` is only shown. */
  readonly countsByArrival?: true
  /** Since when the condition holds, if the monitor knows. */
  readonly since?: Instant
  /** Without a report until then (plus grace) the alert expires. */
  readonly expiresAt?: Instant
  readonly details: AlertDetails
  /** Members that a clear empties instead of keeping them (keep-on-clear.ts). */
  readonly emptied?: readonly Emptied[]
  /** Guesses, e.g. for an unknown severity word; shown on the alert and in the response. */
  readonly warnings?: readonly string[]
  /** Has only the state: name, details and warnings stay. */
  readonly isBare?: true
  /** The sender's trace, which the event continues. */
  readonly trace?: TraceContext
}

export interface Alert {
  readonly id: AlertId
  readonly source: string
  readonly key: string
  readonly name: string
  readonly state: AlertState
  /** Raised without a break since then; once cleared, the moment of clearing. */
  readonly since: Instant
  /** The `at` of its last transition. */
  readonly changedAt: Instant
  /** The newest `at` that counted, repeated reports included; an older raise is stale. `observed_at` of the API. */
  readonly lastReportedAt: Instant
  /** The arrival of the last report, by our clock: `last_reported_at` of the API. */
  readonly observedAt: Instant
  /** The monitor promised to report again until then. Once cleared: the promise whose end cleared it. */
  readonly expiresAt: Instant | null
  /** Null while it is raised. */
  readonly endedBy: EndedBy | null
  readonly details: AlertDetails
  readonly warnings: readonly string[]
  /** Observations that came too late to count. */
  readonly staleCount: number
  /** The number of its last episode, from 1; 0 if it was never raised. */
  readonly episodeNumber: number
  /**
   * An end was reported, and the alert clears then unless a reporter repeats itself: no other reporter lives longer.
   */
  readonly endsAt?: Instant
  /** Senders of pushes (reporters.ts). Internal: no interface shows them. */
  readonly reporters?: readonly Reporter[]
  /** May be over (`acknowledgementAt`). */
  readonly acknowledgement?: Acknowledgement
}

export interface RaisedAlert extends Pick<Alert, 'id' | 'key' | 'state'> {
  /** Cut to `RAISED_SERVER_NAME_LENGTH` characters. */
  readonly serverName?: string
}

/** The longest name that a dialect compares it with, plus one. */
export const RAISED_SERVER_NAME_LENGTH = 501

/** `ignored`: a clear of an unknown alert, which is remembered for a while. */
export type ObservationResult = 'raised' | 'changed' | 'cleared' | 'refreshed' | 'stale' | 'ignored'

export interface ObservationEffect {
  readonly result: ObservationResult
  /** The alert to store, without an id if it is new; undefined: nothing to store. */
  readonly alert: Omit<Alert, 'id'> | undefined
  /** The old state of the event; undefined: there is no event. */
  readonly oldState: AlertState | undefined
  /** The clear of an unknown alert, to remember. */
  readonly earlyClear?: Instant
}

/**
 * A clear of an unknown alert is remembered for so many milliseconds; an older raise that comes later raises nothing.
 */
export const EARLY_CLEAR_KEPT_MS = 24 * 3600_000

/** Clears of unknown alerts that are remembered, the newest ones: about 30 MB. */
export const EARLY_CLEARS_MAX = 100_000
