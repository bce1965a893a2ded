import type { BreakerChange } from '../../domain/flow/breaker.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { StoredWebhook } from '../rows/webhook-row.ts'
import type { OpenedWebhook } from '../webhook-seals.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'

export type Neighbour = Pick<Webhook, 'id' | 'name' | 'fallbackWebhookId' | 'payloadType'>

/** The parts of a change of a webhook that engines do differently, in one transaction. */
export interface WebhookWork {
  readonly open: (stored: StoredWebhook) => OpenedWebhook
  /**
   * Returns at least the given fallback (else the stored one), the chain after it, and the webhooks whose
   * fallback this is.
   */
  readonly neighboursOf: (
    id: WebhookId,
    fallbackId?: WebhookId | null,
  ) => TransactionScript<readonly Neighbour[]>
  /** Wraps the write of its row: caches learn of the change or deletion. */
  readonly noting: (
    what: 'change' | 'deletion',
    id: WebhookId,
    write: TransactionScript<unknown>,
  ) => TransactionScript<void>
  /** Applies the change to its deliveries; what is too much for one transaction follows in steps. */
  readonly follow: (
    what: 'hold' | 'unhold' | 'cancel',
    change: { readonly webhookId: WebhookId; readonly now: Instant },
  ) => TransactionScript<void>
  /** Changes the breaker of a receiver that may be called sooner now. */
  readonly changeBreaker: (id: WebhookId, change: BreakerChange, now: Instant) => TransactionScript<void>
}
