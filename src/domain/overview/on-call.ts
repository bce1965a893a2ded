import type { Alert } from '../alert/alert.ts'
import { badnessOf, RAISED_STATES, type RaisedState } from '../alert/severity.ts'
import type { DeliveryState } from '../delivery/delivery.ts'
import type { AlertId, EventId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/** Active alerts that are shown together: nobody reads more at once. */
export const ON_CALL_MAX = 100
/** Active alerts that are examined for the view, high ones first. */
export const ACTIVE_EXAMINED_MAX = 20_000
/** High alerts that notified nobody and are named. */
export const UNNOTIFIED_NAMED_MAX = 5
/** A notification that is on the way for longer is late. */
export const ON_THE_WAY_MS = 60_000

type Ranked = Pick<Alert, 'id' | 'state' | 'since' | 'changedAt' | 'details'>

export interface ActiveAlert<Shown extends Ranked = Alert> {
  readonly alert: Shown
  /** Somebody acknowledged or silenced it. */
  readonly isTakenCareOf: boolean
  /** True: no receiver accepted its current state, and nothing was sent just now. */
  readonly hasNotifiedNobody: boolean
}

/** `undefined`: a receiver accepted the current state. */
type Unnotified = { readonly isOnTheWay: boolean } | undefined

/** Tells whether no notification has arrived, and none is expected soon. */
export function hasNotifiedNobody(
  unnotified: Unnotified,
  { changedAt }: Pick<Alert, 'changedAt'>,
  now: Instant,
): boolean {
  return unnotified !== undefined && (!unnotified.isOnTheWay || now - changedAt >= ON_THE_WAY_MS)
}

/** Tells whether an alert that should wake somebody woke nobody. */
export function wokeNobody({ alert, hasNotifiedNobody: isSilent }: ActiveAlert<Ranked>): boolean {
  return isSilent && alert.state === 'high'
}

/**
 * Orders active alerts by how much they need a person: high ones that notified nobody; not taken care of; worst;
 * notified nobody; oldest.
 */
export function compareActive(one: ActiveAlert<Ranked>, other: ActiveAlert<Ranked>): number {
  return (
    Number(wokeNobody(other)) - Number(wokeNobody(one)) ||
    Number(one.isTakenCareOf) - Number(other.isTakenCareOf) ||
    badnessOf(other.alert.state) - badnessOf(one.alert.state) ||
    Number(other.hasNotifiedNobody) - Number(one.hasNotifiedNobody) ||
    one.alert.since - other.alert.since ||
    one.alert.id - other.alert.id
  )
}

type SeverityCounts = Readonly<Record<RaisedState, number>>

/** The active alerts of a server; null: the monitor names no server. */
interface ServerAlerts<Shown extends Ranked> {
  readonly name: string | null
  /** Counts all alerts that fit, shown or not. */
  readonly counts: SeverityCounts
  readonly alerts: readonly ActiveAlert<Shown>[]
}

/** The first active alerts, by server, with the counts of all. */
interface OnCallView<Shown extends Ranked> {
  readonly counts: SeverityCounts
  /** Servers with a name. */
  readonly serverCount: number
  /** In the order of their first alerts. */
  readonly servers: readonly ServerAlerts<Shown>[]
  readonly shown: number
}

/** Picks the first `limit` active alerts, and groups them by server. */
export function viewOnCall<Shown extends Ranked>(
  active: readonly ActiveAlert<Shown>[],
  limit: number,
): OnCallView<Shown> {
  const all = Map.groupBy(active, serverOf)
  const shown = active.toSorted(compareActive).slice(0, limit)
  return {
    counts: countBySeverity(active),
    serverCount: all.size - Number(all.has(null)),
    servers: Array.from(Map.groupBy(shown, serverOf), ([name, alerts]) => ({
      name,
      counts: countBySeverity(all.get(name) ?? []),
      alerts,
    })),
    shown: shown.length,
  }
}

function serverOf({ alert }: ActiveAlert<Ranked>): string | null {
  return alert.details.serverName ?? null
}

function countBySeverity(active: readonly ActiveAlert<Ranked>[]): SeverityCounts {
  const counts = { high: 0, medium: 0, low: 0 }
  for (const state of RAISED_STATES)
    counts[state] = active.filter(({ alert }) => alert.state === state).length
  return counts
}

/** Counts deliveries of an alert's current state. */
export interface NotifiedCounts {
  readonly alertId: AlertId
  /** Accepted. */
  readonly notified: number
  /** Unfinished. */
  readonly onTheWay: number
  /** Failed or cancelled. */
  readonly notNotified: number
  /** Webhooks that were not notified, failed ones first, at most `EXCEPTIONS_OF_ALERT_MAX`. */
  readonly exceptions: readonly NotifiedException[]
}

export interface NotifiedException {
  readonly webhookId: WebhookId
  readonly state: DeliveryState
}

export interface UnnotifiedAlert {
  readonly alertId: AlertId
  readonly isOnTheWay: boolean
}

/** Deliveries that are read to name the webhooks, over all alerts. */
export const EXCEPTIONS_MAX = 1_000
/** Webhooks that are named for one alert. */
export const EXCEPTIONS_OF_ALERT_MAX = 5

/** Adds up the deliveries per alert. Superseded and outdated ones did not have to be sent. */
export function countNotified(
  events: readonly { readonly id: EventId; readonly alertId: AlertId }[],
  counts: readonly { readonly eventId: EventId; readonly state: DeliveryState; readonly count: number }[],
  exceptions: readonly (NotifiedException & { readonly eventId: EventId })[],
): readonly NotifiedCounts[] {
  const byAlert = Map.groupBy(events, ({ alertId }) => alertId)
  return [...byAlert].map(([alertId, ofAlert]) => {
    const ids = new Set(ofAlert.map(({ id }) => id))
    const own = counts.filter(({ eventId }) => ids.has(eventId))
    const sum = (...states: readonly DeliveryState[]) =>
      own.reduce((total, { state, count }) => total + (states.includes(state) ? count : 0), 0)
    return {
      alertId,
      notified: sum('delivered'),
      onTheWay: sum('waiting', 'pending', 'sending'),
      notNotified: sum('failed', 'cancelled'),
      exceptions: exceptions
        .filter(({ eventId }) => ids.has(eventId))
        .slice(0, EXCEPTIONS_OF_ALERT_MAX)
        .map(({ webhookId, state }) => ({ webhookId, state })),
    }
  })
}
