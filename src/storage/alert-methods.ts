import type { Alert } from '../domain/alert/alert.ts'
import type { Author } from '../domain/audit/audit.ts'
import type { AlertId, EventId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** The actions of a person on alerts, each with its audit entry; store.ts says what all methods promise. */
export interface AlertMethods {
  /**
   * Somebody ends a raised alert, with an event and deliveries as if its monitor had: for one that is cleared already
   * nothing is done. `not_found`; `conflict` if it was reported too lately (`refuseClearing`).
   */
  clearAlert(
    id: AlertId,
    clearing: { readonly note: string | null; readonly now: Instant; readonly by?: Author },
  ): Promise<AlertChanged>

  /**
   * Somebody takes care of an active alert; webhooks that ask for it are notified. `not_found`; `conflict` if it is
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

  /** Takes an acknowledgement back; nobody is notified. Without one nothing is done. `not_found`. */
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
