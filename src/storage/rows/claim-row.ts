import type { Event } from '../../domain/alert/event.ts'
import { silenceHolding } from '../../domain/planning/plan-hold.ts'
import { whyUnreadable, type Claim, type UnreadableClaim } from '../../domain/delivery/delivery.ts'
import { isProbed, type Breaker } from '../../domain/flow/breaker.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { SentStates } from '../../domain/receiver-state/sent-states.ts'
import type { Silences } from '../../domain/silence/silences.ts'
import type { DeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { DeliveryRow } from './delivery-row.ts'

/** The columns of a leased delivery. */
export type ClaimRow = Pick<
  DeliveryRow,
  'attempts_made' | 'attempts_uncounted' | 'lease_until' | 'created_at' | 'begun_at' | 'epoch'
> & { readonly leased_by?: string | null }

interface ClaimGiven {
  readonly webhook: Webhook
  readonly event: Event | undefined
  /** True for an event that can be read and is not what was taken in. */
  readonly isAltered: boolean
  readonly sentStates: SentStates | null
  /** The breaker of the webhook at the claim. */
  readonly breaker: Breaker
  readonly silences: Silences
  readonly now: Instant
}

/** Without an event: it cannot be read. */
export function toClaim(
  deliveryId: DeliveryId,
  row: ClaimRow,
  { webhook, event, isAltered, sentStates, breaker, silences, now }: ClaimGiven,
): Claim | UnreadableClaim {
  const leased = { deliveryId, attempt: row.attempts_made, leasedBy: row.leased_by ?? null }
  if (!event || webhook.damage !== undefined) {
    return { ...leased, webhookId: webhook.id, reason: whyUnreadable(webhook, isAltered) }
  }
  return {
    ...leased,
    scheduleAttempt: row.attempts_made - row.attempts_uncounted,
    leaseUntil: row.lease_until ?? 0,
    epoch: row.epoch,
    createdAt: row.created_at,
    begunAt: row.begun_at ?? row.created_at,
    event,
    webhook,
    sentStates,
    heldBy: silenceHolding(silences, event, { webhookId: webhook.id, sentStates, now }),
    acceptedAt: breaker.acceptedAt,
    rejections: breaker.rejections,
    isProbe: isProbed(breaker),
  }
}
