import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { findRequestWarnings } from '../domain/template/request-warnings.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'

/** Webhooks whose counts are kept; the one that was counted first goes first. */
export const WARNING_COUNTS_KEPT_MAX = 10_000

/** Counts the warnings of each webhook of a list. A template is read once per revision of its webhook. */
export class WarningCounts {
  readonly #site: MarkerSite
  readonly #ofRequest = new BoundedMap<WebhookId, { readonly revision: number; readonly count: number }>(
    WARNING_COUNTS_KEPT_MAX,
  )

  constructor(site: MarkerSite) {
    this.#site = site
  }

  countOf(webhook: Webhook, now: Instant): number {
    return this.#countOfRequest(webhook) + findTlsWarnings(webhook.tls, webhook.url, now).length
  }

  #countOfRequest(webhook: Webhook): number {
    const { id, revision } = webhook
    const known = this.#ofRequest.get(id)
    if (known?.revision === revision) return known.count
    const count = findRequestWarnings(webhook, this.#site).length
    this.#ofRequest.set(id, { revision, count })
    return count
  }
}
