import { formatLabelFilter, type LabelFilter } from '../alert/text-filter.ts'
import { countCharacters, cutBySize, type Page } from '../page.ts'
import { healthStateOf, type HealthState, type ReceiverHealth } from './receiver-health.ts'
import { redactUrl } from '../redaction/redact.ts'
import type { PayloadType, Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'

/** Which webhooks a person looks for. */
export interface WebhookSearch {
  /** Part of the name, of a label, or of host and path of the URL, without regard to case. */
  readonly search?: string
  /** Labels that it must have. */
  readonly labels?: readonly LabelFilter[]
  readonly enabled?: boolean
  readonly payloadType?: PayloadType
  readonly health?: HealthState
}

/** A webhook, and how its receiver does. */
export interface ListedWebhook {
  readonly webhook: Webhook
  readonly health: ReceiverHealth
}

export interface WebhookPage {
  readonly after?: WebhookId
  readonly limit: number
  /** Ends the page as well: see `Page`. */
  readonly charactersMax?: number
}

interface Searched {
  readonly healthOf: (id: WebhookId) => ReceiverHealth
  readonly search: WebhookSearch
  readonly page: WebhookPage
}

/** Returns the fitting webhooks in the given order: those with an id above `after`, as many as the page takes. */
export function searchWebhooks(webhooks: Iterable<Webhook>, searched: Searched): Page<ListedWebhook> {
  return cutBySize(find(webhooks, searched), searched.page.charactersMax, ({ webhook }) =>
    countCharacters(webhook),
  )
}

function* find(
  webhooks: Iterable<Webhook>,
  { healthOf, search, page: { after = 0, limit } }: Searched,
): Generator<ListedWebhook> {
  const wanted = search.search === undefined ? undefined : withoutScheme(search.search.toLowerCase())
  let count = 0
  for (const webhook of webhooks) {
    if (count >= limit) return
    if (webhook.id <= after || !fits(webhook, search)) continue
    if (wanted !== undefined && !contains(webhook, wanted)) continue
    const health = healthOf(webhook.id)
    if (search.health !== undefined && healthStateOf(health, webhook) !== search.health) continue
    count += 1
    yield { webhook, health }
  }
}

function fits(webhook: Webhook, { enabled, payloadType, labels = [] }: WebhookSearch): boolean {
  if (enabled !== undefined && webhook.enabled !== enabled) return false
  if (!labels.every(([name, value]) => webhook.labels?.[name] === value)) return false
  return payloadType === undefined || webhook.payloadType === payloadType
}

/** `wanted` in small letters. What is hidden of a URL is not found: nobody may guess it piece by piece. */
function contains(webhook: Webhook, wanted: string): boolean {
  const { name, url, labels } = webhook
  if (name.toLowerCase().includes(wanted)) return true
  const texts = Object.entries(labels ?? {}).map(formatLabelFilter)
  if (texts.some((text) => text.toLowerCase().includes(wanted))) return true
  // Few get beyond this, and to hide costs more than to look.
  if (!url.toLowerCase().includes(wanted)) return false
  return shownUrl(webhook).includes(wanted)
}

/**
 * Caches the shown URLs of webhooks that are searched again and again: finding the secrets of a long
 * URL takes time.
 */
const SHOWN_URLS = new WeakMap<Webhook, string>()

function shownUrl(webhook: Webhook): string {
  const known = SHOWN_URLS.get(webhook)
  if (known !== undefined) return known
  const shown = withoutScheme(redactUrl(webhook.url).toLowerCase()).replace(/[?#].*$/s, '')
  SHOWN_URLS.set(webhook, shown)
  return shown
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
