import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { StoredWebhook } from '../rows/webhook-row.ts'
import type { OpenedWebhook } from '../webhook-seals.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'

export type Neighbour = Pick<Webhook, 'id' | 'name' | 'fallbackWebhookId' | 'payloadType'>

/** The steps that each engine does in its own way when a webhook changes, in the transaction of the change. */
export interface WebhookWork {
  /** Opens a stored webhook. */
  readonly open: (stored: StoredWebhook) => OpenedWebhook
  /**
   * Returns at least the fallback that it has, or is to have, with the whole chain of fallbacks after it, and those
   * that have it for theirs. Without a fallback: the one that is stored.
   */
  readonly neighboursOf: (
    id: WebhookId,
    fallbackId?: WebhookId | null,
  ) => TransactionScript<readonly Neighbour[]>
  /** Around what writes its row: a memory of webhooks learns that this one is another, or gone. */
  readonly noting: (
    what: 'change' | 'deletion',
    id: WebhookId,
    write: TransactionScript<unknown>,
  ) => TransactionScript<void>
  /**
   * Applies the change to its deliveries. False: there are too many for one transaction, and the others follow in
   * steps.
   */
  readonly follow: (
    what: 'hold' | 'unhold' | 'cancel',
    change: { readonly webhookId: WebhookId; readonly now: Instant },
  ) => TransactionScript<boolean>
  /** A receiver that is paused is tried now. */
  readonly probeNow: (id: WebhookId, now: Instant) => TransactionScript<void>
  /** So is one that asked for time. */
  readonly resume: (id: WebhookId, now: Instant) => TransactionScript<void>
}
