import type { DeliveryState } from '../delivery/delivery.ts'
import type { AlertId, EventId, WebhookId } from '../ids.ts'

/** Counts for the present state of an alert: who was notified, and who was not. */
export interface NotifiedCounts {
  readonly alertId: AlertId
  /** Deliveries that a receiver accepted. */
  readonly notified: number
  /** Deliveries that have not ended. */
  readonly onTheWay: number
  /** Deliveries that failed or were cancelled. */
  readonly notNotified: number
  /** Webhooks that were not notified, failed ones first, at most `EXCEPTIONS_OF_ALERT_MAX`. */
  readonly exceptions: readonly NotifiedException[]
}

export interface NotifiedException {
  readonly webhookId: WebhookId
  readonly state: DeliveryState
}

/** An alert whose present state no receiver has accepted. */
export interface UnnotifiedAlert {
  readonly alertId: AlertId
  /** A delivery of it has not ended. */
  readonly isOnTheWay: boolean
}

/** Deliveries that are read to name the webhooks, over all alerts. */
export const EXCEPTIONS_MAX = 1_000
/** Webhooks that are named for one alert. */
export const EXCEPTIONS_OF_ALERT_MAX = 5

interface OfAlert {
  readonly id: EventId
  readonly alertId: AlertId
}

interface Found {
  readonly counts: readonly {
    readonly eventId: EventId
    readonly state: DeliveryState
    readonly count: number
  }[]
  readonly exceptions: readonly (NotifiedException & { readonly eventId: EventId })[]
}

/** Adds up the deliveries of the events of each alert. What was superseded or outdated was not to be sent. */
export function countNotified(
  events: readonly OfAlert[],
  { counts, exceptions }: Found,
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
