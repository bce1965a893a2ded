import type { Alert } from '../domain/alert/alert.ts'
import type { Author } from '../domain/audit/audit.ts'
import type { AlertId, EventId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** The actions of a person on alerts; store.ts says what all methods promise. */
export interface AlertMethods {
  /**
   * Somebody ends a raised alert, with an event and deliveries as if its monitor had: for one that is cleared already
   * nothing is done. `not_found`; `conflict` if it was reported too lately (`refuseClearing`).
   */
  clearAlert(
    id: AlertId,
    clearing: { readonly note: string | null; readonly now: Instant; readonly by?: Author },
  ): Promise<AlertCleared>
}

/** `eventId` is null if it was cleared before. */
export interface AlertCleared {
  readonly alert: Alert
  readonly eventId: EventId | null
  readonly deliveryCount: number
}
