import type { SentStates } from '../../../src/domain/receiver-state/sent-states.ts'
import type { Exchange } from '../world/network.ts'
import type { ModelWebhook } from './model-webhook.ts'
import type { Written } from './model.ts'

/** A lease that was given; what counts for the attempt is how the webhook was then. */
export interface ModelClaim {
  readonly deliveryId: number
  readonly attempt: number
  readonly scheduleAttempt: number
  readonly node: number
  readonly leaseUntil: number
  made: Written
  /** So long it lasts; less, once it was cut. */
  lengthMs: number
  /** Since when it could have been claimed. */
  readonly dueAt: number
  /** Its receiver is known to have accepted another since the first attempt. */
  readonly isOtherAccepted: boolean
  readonly webhook: ModelWebhook
  /** The states that it sends; undefined: the change that its event is. */
  readonly sentStates: SentStates | undefined
  exchange: Exchange | undefined
  /** Its event cannot be read: nothing can be sent. */
  readonly isUnreadable: boolean
  /** Its lease was committed, and nobody knows. */
  readonly isInDoubt: boolean
  /** The request could not be made, because we lacked a resource. */
  isShort: boolean
}

export function claimName(deliveryId: number, attempt: number): string {
  return `${deliveryId} #${attempt}`
}
