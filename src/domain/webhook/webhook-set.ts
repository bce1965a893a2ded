import type { Rotation } from '../receiver/signature.ts'
import type { WebhookId } from '../ids.ts'
import type { NewWebhook, Webhook } from './webhook.ts'
import type { WebhookEdit } from './webhook-edit.ts'

/** Limits the webhooks of one set. */
export const SET_WEBHOOKS_MAX = 10_000
/** Limits the changes of one set: its transaction blocks every other change of a webhook. */
export const SET_CHANGES_MAX = 1_000

/** The part of a webhook that the rules for fallbacks read. */
export type ChainedWebhook = Pick<Webhook, 'id' | 'name' | 'fallbackWebhookId' | 'payloadType'>

/**
 * A step towards a set of webhooks. A negative id stands for a webhook that another step creates, also in
 * `fallbackWebhookId`.
 */
export type WebhookSetStep =
  | {
      readonly kind: 'create'
      readonly id: WebhookId
      readonly webhook: NewWebhook
      readonly rotation: Rotation | undefined
    }
  | {
      readonly kind: 'change'
      readonly id: WebhookId
      readonly edit: WebhookEdit
      readonly rotation: Rotation | undefined
    }
  | { readonly kind: 'delete'; readonly id: WebhookId }

export interface WebhookSetChange {
  /** Fallbacks are created before the webhooks that need them; deletions come last. */
  readonly steps: readonly WebhookSetStep[]
  /** All webhooks that the plan was made from, by id. */
  readonly expected: readonly Pick<Webhook, 'id' | 'revision'>[]
  /** All webhooks as they will be. */
  readonly after: readonly ChainedWebhook[]
}

/** The refusal of steps that were planned from other webhooks than there are. */
export const WEBHOOKS_CHANGED =
  'Somebody created, changed or deleted a webhook since the plan was made. Nothing was changed; make a new plan.'
