import { type Author, namedAuthor, type NewAuditEntry, type When } from '../domain/audit/audit.ts'
import { acknowledge, acknowledgementAt, withoutAcknowledgement } from '../domain/alert/acknowledgement.ts'
import type { Alert } from '../domain/alert/alert.ts'
import { clearByHand, refuseClearing } from '../domain/alert/clear-by-hand.ts'
import { acknowledgementEventOf, alertEventOf, type NewEvent } from '../domain/alert/event.ts'
import { acknowledgementEntry, alertClearedEntry } from '../domain/audit/audit-entries.ts'
import type { AlertId, EventId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { creatorOf } from '../domain/silence/silence.ts'

/** Actions of a person on alerts, each with its audit entry. */
export interface AlertMethods {
  /**
   * Clears an active alert, as if its monitor had; does nothing to a cleared one. `not_found`; `conflict` if
   * it was reported too lately (`refuseClearing`).
   */
  clearAlert(id: AlertId, clearing: When & { readonly note: string | null }): Promise<AlertChanged>

  /**
   * Acknowledges an active alert, and notifies webhooks that ask for it. `not_found`; `conflict` if it is
   * cleared.
   */
  acknowledgeAlert(
    id: AlertId,
    acknowledging: {
      readonly note: string | null
      readonly until: Instant
      readonly now: Instant
      readonly by: Author
      /** The person whom `by` names, if it is not `by` itself. */
      readonly as?: string | undefined
    },
  ): Promise<AlertChanged>

  /** Takes an acknowledgement back, if there is one; notifies nobody. `not_found`. */
  withdrawAcknowledgement(
    id: AlertId,
    withdrawing: { readonly now: Instant; readonly by: Author },
  ): Promise<AlertChanged>
}

/** `eventId` is null if nobody is notified. */
export interface AlertChanged {
  readonly alert: Alert
  readonly eventId: EventId | null
  readonly deliveryCount: number
}

interface AlertChange {
  readonly after: Alert
  /** Null: nobody is notified. */
  readonly event: NewEvent | null
  readonly entry: NewAuditEntry
}

/** Decides how an alert changes; undefined: not at all. Throws what is refused. */
export type PlanAlertChange = (before: Alert) => AlertChange | undefined

export function planClear({ note, now, by }: Parameters<AlertMethods['clearAlert']>[1]): PlanAlertChange {
  return (before) => {
    if (before.state === 'cleared') return undefined
    refuseClearing(before, now)
    const after = clearByHand(before, now)
    return {
      after,
      event: alertEventOf({ before, after, oldState: before.state }, now),
      entry: alertClearedEntry({ before, note }, { at: now, by }),
    }
  }
}

export function planAcknowledgement({
  note,
  until,
  now,
  by,
  as,
}: Parameters<AlertMethods['acknowledgeAlert']>[1]): PlanAlertChange {
  return (before) => {
    const after = acknowledge(before, { by: creatorOf(namedAuthor(as, by)), note, at: now, until })
    return {
      after,
      event: acknowledgementEventOf(after, now),
      entry: acknowledgementEntry({ before, after }, { at: now, by }),
    }
  }
}

export function planWithdrawal({
  now,
  by,
}: Parameters<AlertMethods['withdrawAcknowledgement']>[1]): PlanAlertChange {
  return (before) => {
    if (acknowledgementAt(before, now) === undefined) return undefined
    const after = withoutAcknowledgement(before)
    return { after, event: null, entry: acknowledgementEntry({ before, after }, { at: now, by }) }
  }
}
