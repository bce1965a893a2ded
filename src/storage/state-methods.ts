import type { Author } from '../domain/audit/audit.ts'
import type { NotificationCount } from '../domain/receiver-state/open-notifications.ts'
import type { ModeChangeCounts } from '../domain/receiver-state/mode-change.ts'
import type { ReceiverState, ReceiverStateKey } from '../domain/receiver-state/receiver-state.ts'
import type { PageRequest } from '../domain/page.ts'
import type { AlertId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { ExpectedRevisions, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'

/** The effects of a change of mode; `changesMode`: there is one. */
export interface ModeChangePreview extends ModeChangeCounts {
  readonly webhook: Webhook
  readonly changesMode: boolean
}

/** Methods that keep receivers in sync; store.ts says what all methods promise. */
export interface StateMethods {
  /**
   * Resyncs the receiver of a webhook: it is notified of all that differs from what it knows, and of nothing else; in
   * mode `every_change` of what was escalated to it as a fallback. The deliveries are made in steps by
   * `createMissingDeliveries`. `forgets`: it counts as knowing nothing. Returns how many alerts differ; with `isDryRun`
   * that is all. `not_found`; `conflict` for one that is disabled, or in mode `every_change` and has nothing escalated
   * to it.
   */
  resyncWebhook(
    id: WebhookId,
    resync: {
      readonly now: Instant
      readonly by?: Author
      readonly forgets?: boolean
      readonly isDryRun?: boolean
    },
  ): Promise<{ readonly count: number }>

  /**
   * Returns what an edit of the webhook's mode would do to its receiver states now. Changes nothing, and holds up
   * nobody on PostgreSQL. Refuses what `changeWebhook` refuses.
   */
  previewModeChange(
    id: WebhookId,
    edit: WebhookEdit,
    when: { readonly now: Instant; readonly ifRevisions?: ExpectedRevisions },
  ): Promise<ModeChangePreview>

  /**
   * Creates the missing deliveries of at most `limit` alerts that are out of sync and due, each with an event of its
   * own that has the present values of the alert. Returns how many alerts it checked.
   */
  createMissingDeliveries(step: { readonly now: Instant; readonly limit: number }): Promise<number>

  /**
   * Returns the receiver states of a webhook, newest alerts first, those before `before`. `isOutOfSync`: only those
   * that are out of sync.
   */
  listReceiverStates(
    filter: { readonly webhookId: WebhookId; readonly isOutOfSync?: boolean },
    page: PageRequest,
  ): Promise<readonly ReceiverState[]>

  /** Returns the receiver states of an alert, by webhook; at most `limit`. */
  listReceiverStatesOf(alertId: AlertId, limit: number): Promise<readonly ReceiverState[]>

  /** Counts up to `limit` each: alerts that are out of sync at a webhook, and open notifications. */
  countReceiverStates(
    webhookId: WebhookId,
    limit: number,
  ): Promise<{ readonly open: number; readonly outOfSync: number }>

  /**
   * Counts what is remembered of all webhooks together, a bounded step at a time: at most `limit` after `after`,
   * which is where the step before ended. An engine that knows about how many there are may return that above
   * `limit`, at once.
   */
  countOpenNotifications(step: {
    readonly after?: ReceiverStateKey
    readonly limit: number
  }): Promise<NotificationCount>

  /**
   * Notifies fallbacks of at most `limit` deliveries that have not arrived within the time of their webhook.
   * Returns their number.
   */
  escalateToFallbacks(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}
