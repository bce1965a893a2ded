import type { Author } from '../domain/audit/audit.ts'
import type { TellingCount, TellingPlace } from '../domain/telling/open-tellings.ts'
import type { MoveCounts } from '../domain/telling/move.ts'
import type { Told } from '../domain/telling/told.ts'
import type { Page } from '../domain/part.ts'
import type { AlertId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { ExpectedRevisions } from '../domain/webhook/require-webhook.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookEdit } from '../domain/webhook/webhook-edit.ts'

/** What a change of the mode would do; `isMoved`: there is one. */
export interface ForeseenMove extends MoveCounts {
  readonly webhook: Webhook
  readonly isMoved: boolean
}

/** Keeping receivers at the present; see store.ts for what all verbs promise. */
export interface TellingVerbs {
  /**
   * Brings the receiver of a webhook to the present: it is told of all that differs from what it knows, and of nothing else; in mode
   * `changes` of what it follows as a fallback. The deliveries are made in steps by `takeUpOwed`. `forgets`: it counts as knowing
   * nothing. Answers how many alerts differ; with `isDryRun` that is all. `not_found`; `conflict` for one that is disabled, or in mode
   * `changes` and follows nothing.
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
   * What an edit of the webhook's mode would do to what its receiver is known to have: `changeWebhook` with it, at this moment, would
   * remember and forget so many alerts. Changes nothing, and holds nobody up on PostgreSQL. Answers the webhook as it is, too. Refusals
   * as of `changeWebhook`.
   */
  foreseeMove(
    id: WebhookId,
    edit: WebhookEdit,
    when: { readonly now: Instant; readonly ifRevisions?: ExpectedRevisions },
  ): Promise<ForeseenMove>

  /**
   * Makes the deliveries of what is owed and due to be told now, of at most `limit` alerts, each with an event of its own that has
   * the alert's present values. Answers how many were looked at.
   */
  takeUpOwed(step: { readonly now: Instant; readonly limit: number }): Promise<number>

  /**
   * What the receiver of a webhook was told of which alerts, and what it is owed: newest alerts first, those before `before`.
   * `isOwed`: only where something is owed.
   */
  listTold(
    filter: { readonly webhookId: WebhookId; readonly isOwed?: boolean },
    page: Page,
  ): Promise<readonly Told[]>

  /** Who was told what of an alert, by webhook; at most `limit`. */
  listToldOf(alertId: AlertId, limit: number): Promise<readonly Told[]>

  /** Each counted up to `limit`: of how many alerts something is owed to a webhook, and the end of how many. */
  countTold(webhookId: WebhookId, limit: number): Promise<{ readonly open: number; readonly owed: number }>

  /**
   * Counts what is remembered of all webhooks together, a bounded step at a time: at most `limit` behind `after`, which is where the
   * step before ended. An engine that knows about how many there are may answer beyond `limit` with that, at once.
   */
  countTellings(step: { readonly after?: TellingPlace; readonly limit: number }): Promise<TellingCount>

  /** Tells fallbacks of at most `limit` deliveries that have not arrived within the time of their webhook. Answers how many there were. */
  tellFallbacks(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}
