import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { findDefinitionWarnings } from './find-warnings.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'

/** Webhooks whose counts are kept; the one that was counted first goes first. */
export const WARNING_COUNTS_KEPT_MAX = 10_000

/** Counts the warnings of each webhook of a list. A template is read once per revision of its webhook. */
export class WarningCounts {
  readonly #site: MarkerSite
  readonly #ofDefinition = new BoundedMap<WebhookId, { readonly revision: number; readonly count: number }>(
    WARNING_COUNTS_KEPT_MAX,
  )

  constructor(site: MarkerSite) {
    this.#site = site
  }

  countOf(webhook: Webhook, now: Instant): number {
    return this.#countOfDefinition(webhook) + findTlsWarnings(webhook.tls, webhook.url, now).length
  }

  #countOfDefinition(webhook: Webhook): number {
    const { id, revision } = webhook
    const known = this.#ofDefinition.get(id)
    if (known?.revision === revision) return known.count
    const count = findDefinitionWarnings(webhook, this.#site).length
    this.#ofDefinition.set(id, { revision, count })
    return count
  }
}
