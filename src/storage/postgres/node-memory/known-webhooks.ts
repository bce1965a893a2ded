import type { WebhookId } from '../../../domain/ids.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'

/** All webhooks at one moment, in the order of their ids. */
export class KnownWebhooks extends Map<WebhookId, Webhook> {
  /**
   * Tells whether receiver states have to be read at all: one of these webhooks may get some
   * (`mayHaveReceiverStates`), or others that had one of them as a fallback have left some.
   */
  readonly areRemembered: boolean

  constructor(webhooks: Iterable<readonly [WebhookId, Webhook]>, areRemembered: boolean) {
    super(webhooks)
    this.areRemembered = areRemembered
  }
}
