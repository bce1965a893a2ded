import type { ExpectedRevisions } from '../domain/webhook/webhook-edit.ts'
import type { Author } from '../domain/audit/audit.ts'
import type { AlertId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { WebhookPage } from '../domain/overview/webhook-search.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { ModeChangeCounts } from '../domain/receiver-state/mode-change.ts'
import type { NotificationCount } from '../domain/receiver-state/open-notifications.ts'
import type { ReceiverState, ReceiverStateKey } from '../domain/receiver-state/receiver-state.ts'
import type { WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { WebhookSetChange } from '../domain/webhook/webhook-set.ts'
import type { NewWebhook, Webhook } from '../domain/webhook/webhook.ts'

/** The methods of `Store` for the definitions of webhooks; store.ts says what all methods promise. */
export interface WebhookMethods {
  createWebhook(webhook: NewWebhook, now: Instant, by?: Author): Promise<Webhook>

  /** Ordered by id; those after `after`, as many as the page takes. Without a limit: all. */
  listWebhooks(page: Partial<WebhookPage>): Promise<Page<Webhook>>

  findWebhook(id: WebhookId): Promise<Webhook | undefined>

  /**
   * Validates and merges the edit in one transaction, header changes in the order deleted, changed, added. `not_found`;
   * `precondition_failed` if the webhook is at none of `ifRevisions`; `invalid_request` with every mistake
   * (`validateEdit`), and for more headers than `HEADERS_MAX`. An edit that changes nothing keeps the revision.
   * Disabling holds its pending deliveries (`dueAt` null); enabling makes them due and clears `disabledReason`. Very
   * many of them follow later: see `catchUpDeliveries`.
   */
  changeWebhook(
    id: WebhookId,
    edit: WebhookEdit,
    when: { readonly now: Instant; readonly ifRevisions?: ExpectedRevisions; readonly by?: Author },
  ): Promise<Webhook>

  /**
   * Cancels its unfinished deliveries (very many: see `catchUpDeliveries`). Returns how many notifications stay open at
   * its receiver, counted up to `COUNTED_MAX`. Refusals as above.
   */
  deleteWebhook(
    id: WebhookId,
    when: { readonly now: Instant; readonly ifRevisions?: ExpectedRevisions; readonly by?: Author },
  ): Promise<{ readonly openNotifications: number }>

  /**
   * Takes the steps towards a set of webhooks in one transaction, or none of them. `precondition_failed` if there are
   * other webhooks, or other revisions, than the steps were planned from; and the refusals of `changeWebhook`. Returns
   * the ids of the created webhooks, by the negative ids of their steps.
   */
  applyWebhooks(
    change: WebhookSetChange,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<ReadonlyMap<WebhookId, WebhookId>>

  /**
   * Its requests are signed with the new secret from now on, and with the older ones until `overlapUntil` at most. A
   * new revision. `not_found`; `conflict` if more than `SIGNING_SECRETS_MAX` would be valid.
   */
  rotateSigningSecret(
    id: WebhookId,
    rotation: {
      readonly secret: string
      readonly overlapUntil: Instant
      readonly now: Instant
      readonly by?: Author
    },
  ): Promise<Webhook>

  /** Its requests are not signed any more: a new revision, unless they were not. `not_found` for an unknown id. */
  removeSigningSecrets(id: WebhookId, when: { readonly now: Instant; readonly by?: Author }): Promise<Webhook>

  /**
   * Has its receiver called at once: ends its pause, also one that the receiver asked for, and makes the first 1,000
   * pending deliveries due that wait for their time. `not_found`; `conflict` for a disabled one.
   */
  resumeWebhook(id: WebhookId, when: { readonly now: Instant; readonly by?: Author }): Promise<void>
}

/** The effects of a change of mode; `changesMode`: there is one. */
interface ModeChangePreview extends ModeChangeCounts {
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
