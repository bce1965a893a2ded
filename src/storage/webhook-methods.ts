import type { ExpectedRevisions, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { Author, When } from '../domain/audit/audit.ts'
import type { AlertId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { WebhookPage } from '../domain/overview/webhook-search.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { ModeChangeCounts } from '../domain/receiver-state/mode-change.ts'
import type { NotificationCount } from '../domain/receiver-state/open-notifications.ts'
import type { ReceiverState, ReceiverStateKey } from '../domain/receiver-state/receiver-state.ts'
import type { DefinitionSetChange } from '../domain/window/window-set.ts'
import type { NewWebhook, Webhook } from '../domain/webhook/webhook.ts'

export interface WhenExpected extends When {
  readonly ifRevisions?: ExpectedRevisions
}

/** Methods of the store for webhooks. */
export interface WebhookMethods {
  createWebhook(webhook: NewWebhook, now: Instant, by?: Author): Promise<Webhook>

  /** Lists webhooks by id, those after `after`, as many as the page takes; without a limit: all. */
  listWebhooks(page: Partial<WebhookPage>): Promise<Page<Webhook>>

  findWebhook(id: WebhookId): Promise<Webhook | undefined>

  /**
   * Validates and merges the edit in one transaction; headers are deleted, changed, added in this order.
   * `not_found`; `precondition_failed` if the webhook is at none of `ifRevisions`; `invalid_request` with
   * every mistake (`validateEdit`), and above `HEADERS_MAX`. An edit that changes nothing keeps the revision.
   * Disabling holds pending deliveries (`dueAt` null); enabling makes them due and clears `disabledReason`.
   * Very many follow later: `catchUpDeliveries`.
   */
  changeWebhook(id: WebhookId, edit: WebhookEdit, when: WhenExpected): Promise<Webhook>

  /**
   * Deletes a webhook and cancels its unfinished deliveries (very many: see `catchUpDeliveries`). Returns how
   * many notifications stay open at its receiver, up to `COUNTED_MAX`. Refusals as above.
   */
  deleteWebhook(id: WebhookId, when: WhenExpected): Promise<{ readonly openNotifications: number }>

  /**
   * Changes a set of webhooks, then of maintenance windows, in one transaction. `precondition_failed` if they
   * are not those of the plan; and the refusals of `changeWebhook`. Returns the ids of created webhooks, by
   * the negative ids of their steps.
   */
  applyWebhooks(change: DefinitionSetChange, when: When): Promise<ReadonlyMap<WebhookId, WebhookId>>

  /**
   * Signs requests with the new secret from now on, and with older ones until `overlapUntil` at most. A new
   * revision. `not_found`; `conflict` if more than `SIGNING_SECRETS_MAX` would be valid.
   */
  rotateSigningSecret(
    id: WebhookId,
    rotation: When & { readonly secret: string; readonly overlapUntil: Instant },
  ): Promise<Webhook>

  /** Stops signing: a new revision, if it was signing. `not_found`. */
  removeSigningSecrets(id: WebhookId, when: When): Promise<Webhook>

  /**
   * Ends the pause, even if the receiver asked for it, and makes the first 1,000 pending deliveries due.
   * `not_found`; `conflict` for a disabled webhook.
   */
  resumeWebhook(id: WebhookId, when: When): Promise<void>
}

/** The effects of a change of mode; `changesMode`: there is one. */
interface ModeChangePreview extends ModeChangeCounts {
  readonly webhook: Webhook
  readonly changesMode: boolean
}

/** Methods of the store that keep receivers in sync. */
export interface StateMethods {
  /**
   * Resyncs the receiver of a webhook: notifies it of whatever differs from what it knows; in mode
   * `every_change`, of what was escalated to it. `createMissingDeliveries` makes the deliveries. `forgets`:
   * it counts as knowing nothing. Returns how many alerts differ; with `isDryRun` that is all. `not_found`;
   * `conflict` for one that is disabled, or in mode `every_change` without escalated alerts.
   */
  resyncWebhook(
    id: WebhookId,
    resync: When & { readonly forgets?: boolean; readonly isDryRun?: boolean },
  ): Promise<{ readonly count: number }>

  /**
   * Returns what an edit of the mode would do to receiver states. Changes nothing; blocks nobody on
   * PostgreSQL. Refuses what `changeWebhook` refuses.
   */
  previewModeChange(
    id: WebhookId,
    edit: WebhookEdit,
    when: { readonly now: Instant; readonly ifRevisions?: ExpectedRevisions },
  ): Promise<ModeChangePreview>

  /**
   * Creates the missing deliveries of at most `limit` alerts that are due and out of sync, each with its own
   * event with the alert's present values. Returns how many alerts it checked.
   */
  createMissingDeliveries(step: { readonly now: Instant; readonly limit: number }): Promise<number>

  /**
   * Reminds receivers of alerts that last, where that is due, or moves the timer on; supersedes earlier
   * reminders that were not sent. `staleAfterMs`: unreported for so long, an alert without an end is stale.
   * Returns how many it handled.
   */
  createReminders(step: {
    readonly now: Instant
    readonly limit: number
    readonly staleAfterMs: number
  }): Promise<number>

  /** Lists the receiver states of a webhook, newest alerts first, those before `before`. */
  listReceiverStates(
    filter: { readonly webhookId: WebhookId; readonly isOutOfSync?: boolean },
    page: PageRequest,
  ): Promise<readonly ReceiverState[]>

  /** Lists the receiver states of an alert, by webhook; at most `limit`. */
  listReceiverStatesOf(alertId: AlertId, limit: number): Promise<readonly ReceiverState[]>

  /** Counts alerts out of sync at a webhook, and open notifications, each up to `limit`. */
  countReceiverStates(
    webhookId: WebhookId,
    limit: number,
  ): Promise<{ readonly open: number; readonly outOfSync: number }>

  /**
   * Counts open notifications of all webhooks, at most `limit` per call after `after`, where the call before
   * ended. An engine that can estimate their number may return that above `limit` at once.
   */
  countOpenNotifications(step: {
    readonly after?: ReceiverStateKey
    readonly limit: number
  }): Promise<NotificationCount>

  /** Notifies fallbacks of at most `limit` deliveries that were not accepted in time. Returns how many. */
  escalateToFallbacks(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}
