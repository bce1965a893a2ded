import { noteAttempt } from '../receiver-state/received.ts'
import { claimName } from './model-claim.ts'
import type { Model } from './model.ts'

/** A claim that a power cut has undone. */
export interface LostClaim {
  readonly deliveryId: number
  readonly attempt: number
  readonly leasedBy: string
  /** When it was due before. */
  readonly dueAt: number | null
}

/**
 * What they claimed is due as if nobody had claimed it, and its next claim has the same number; who had the lost
 * one goes on all the same. Their permits of a rate limit are given once more.
 */
export function loseClaims(model: Model, lost: readonly LostClaim[]): void {
  for (const { deliveryId, attempt, leasedBy, dueAt } of lost) {
    const delivery = model.delivery(deliveryId)
    const claim = model.claims.get(claimName(deliveryId, attempt))
    model.claims.delete(claimName(deliveryId, attempt))
    if (claim) noteAttempt(model, claim, { isLost: true })
    if (claim) model.lostClaims.set(leasedBy + claimName(deliveryId, attempt), claim)
    model.move(delivery, 'pending')
    delivery.attemptsMade = attempt - 1
    delivery.attemptsInLife -= 1
    delivery.dueAt = dueAt
    delivery.leaseUntil = null
    delivery.isReturned = true
    const flow = model.flows.get(delivery.webhookId)
    if (flow) flow.claimedAt = []
    model.saw('a claim is lost with the power')
  }
}
