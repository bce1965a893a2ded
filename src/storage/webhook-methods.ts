import type { Author } from '../domain/audit/audit.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { WebhookPage } from '../domain/overview/webhook-search.ts'
import type { Page } from '../domain/page.ts'
import type { ExpectedRevisions, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
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
