import type { WebhookId } from '../../../domain/ids.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'

/** All webhooks at one moment, in the order of their ids. */
export class KnownWebhooks extends Map<WebhookId, Webhook> {
  /**
   * Whether the memory of what was told has to be asked at all: something may come to be remembered for one of them
   * (`mayHaveReceiverStates`), or is remembered still of what others had as a fallback.
   */
  readonly areRemembered: boolean

  constructor(webhooks: Iterable<readonly [WebhookId, Webhook]>, areRemembered: boolean) {
    super(webhooks)
    this.areRemembered = areRemembered
  }
}
