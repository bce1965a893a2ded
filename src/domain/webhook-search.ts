import { healthStateOf, type HealthState, type ReceiverHealth } from './receiver-health.ts'
import { redactUrl } from './redact.ts'
import type { PayloadType, Webhook } from './webhook.ts'

/** Which webhooks a person looks for. */
export interface WebhookSearch {
  /** Part of the name, or of host and path of the URL, without regard to case. */
  readonly search?: string
  readonly enabled?: boolean
  readonly payloadType?: PayloadType
  readonly health?: HealthState
}

/** A webhook, and how its receiver does. */
export interface ListedWebhook {
  readonly webhook: Webhook
  readonly health: ReceiverHealth
}

/** Those that fit, in the order given: with an id above `after`, at most `limit`. */
export function searchWebhooks(
  webhooks: Iterable<Webhook>,
  healthOf: (id: number) => ReceiverHealth,
  {
    search,
    page,
  }: { readonly search: WebhookSearch; readonly page: { readonly after?: number; readonly limit: number } },
): readonly ListedWebhook[] {
  const { after = 0, limit } = page
  const wanted = search.search === undefined ? undefined : withoutScheme(search.search.toLowerCase())
  const found: ListedWebhook[] = []
  for (const webhook of webhooks) {
    if (found.length >= limit) break
    if (webhook.id <= after || !fits(webhook, search)) continue
    if (wanted !== undefined && !contains(webhook, wanted)) continue
    const health = healthOf(webhook.id)
    if (search.health !== undefined && healthStateOf(health, webhook) !== search.health) continue
    found.push({ webhook, health })
  }
  return found
}

function fits(webhook: Webhook, { enabled, payloadType }: WebhookSearch): boolean {
  if (enabled !== undefined && webhook.enabled !== enabled) return false
  return payloadType === undefined || webhook.payloadType === payloadType
}

/** `wanted` in small letters. What is hidden of a URL is not found: nobody may guess it piece by piece. */
function contains({ name, url }: Webhook, wanted: string): boolean {
  if (name.toLowerCase().includes(wanted)) return true
  // Few get beyond this, and to hide costs more than to look.
  if (!url.toLowerCase().includes(wanted)) return false
  const shown = withoutScheme(redactUrl(url).toLowerCase()).replace(/[?#].*$/s, '')
  return shown.includes(wanted)
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
