import type { WebhookId } from '../../../domain/ids.ts'
import { NO_SILENCES, type Silences } from '../../../domain/silence/silences.ts'
import { stepsOfWebhooks } from '../../../domain/routing/matching.ts'
import { matchRowsOf, type MatchRows } from '../../../domain/write-weight.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'

/** All webhooks at one moment, in the order of their ids, and the silences that may hold something. */
export class KnownWebhooks extends Map<WebhookId, Webhook> {
  /**
   * Tells whether receiver states have to be read at all: one of these webhooks may get some
   * (`mayHaveReceiverStates`), others that had one of them as a fallback have left some, or a silence may hold
   * something.
   */
  readonly areRemembered: boolean
  readonly silences: Silences

  constructor(
    webhooks: Iterable<readonly [WebhookId, Webhook]>,
    areRemembered: boolean,
    silences: Silences = NO_SILENCES,
  ) {
    super(webhooks)
    this.areRemembered = areRemembered
    this.silences = silences
  }

  /** Returns the rows that take as long to write as patterns may take for one report. */
  get matchRows(): MatchRows {
    return matchRowsOf({ webhooks: stepsOfWebhooks(this), silences: this.silences.stepsMax })
  }
}

export const NO_WEBHOOKS = new KnownWebhooks([], false)
