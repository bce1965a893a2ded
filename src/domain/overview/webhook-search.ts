import { formatPair, type Pair } from '../alert/text-filter.ts'
import type { Breaker } from '../flow/breaker.ts'
import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { countCharacters, cutBySize, type Page } from '../page.ts'
import { redactUrl } from '../redaction/redact.ts'
import type { PayloadType, Webhook } from '../webhook/webhook.ts'
import { type HealthState, healthStateOf, type ReceiverHealth, receiverHealthOf } from './receiver-health.ts'
import { sumCalls, type WebhookCalls } from './webhook-calls.ts'

export interface WebhookSearch {
  /** Part of the name, a tag, or host and path of the URL; case does not matter. */
  readonly search?: string
  readonly tags?: readonly Pair[]
  readonly enabled?: boolean
  readonly payloadType?: PayloadType
  readonly health?: HealthState
}

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
  /** Returns its breaker, and since when its longest due delivery is due, if that is late. */
  readonly queueOf: (id: WebhookId) => { readonly breaker: Breaker; readonly dueAt: Instant | null }
  readonly now: Instant
  readonly search: WebhookSearch
  readonly page: WebhookPage
}

/** Returns a page of fitting webhooks in the given order, with ids above `after`. */
export function searchWebhooks(webhooks: Iterable<Webhook>, searched: Searched): Page<ListedWebhook> {
  return cutBySize(find(webhooks, searched), searched.page.charactersMax, ({ webhook }) =>
    countCharacters(webhook),
  )
}

function* find(
  webhooks: Iterable<Webhook>,
  { queueOf, now, search, page: { after = 0, limit } }: Searched,
): Generator<ListedWebhook> {
  const wanted = search.search === undefined ? undefined : withoutScheme(search.search.toLowerCase())
  let count = 0
  for (const webhook of webhooks) {
    if (count >= limit) return
    if (webhook.id <= after || !fits(webhook, search)) continue
    if (wanted !== undefined && !contains(webhook, wanted)) continue
    const { breaker, dueAt } = queueOf(webhook.id)
    const health = receiverHealthOf(breaker, now, dueAt)
    if (search.health !== undefined && healthStateOf(health, webhook) !== search.health) continue
    count += 1
    yield { webhook, health }
  }
}

function fits(webhook: Webhook, { enabled, payloadType, tags = [] }: WebhookSearch): boolean {
  if (enabled !== undefined && webhook.enabled !== enabled) return false
  if (!tags.every(([name, value]) => webhook.tags?.[name] === value)) return false
  return payloadType === undefined || webhook.payloadType === payloadType
}

/** Expects `wanted` in lower case. Does not search the hidden parts of a URL: nobody may guess them piece by piece. */
function contains(webhook: Webhook, wanted: string): boolean {
  const { name, url, tags } = webhook
  if (name.toLowerCase().includes(wanted)) return true
  const texts = Object.entries(tags ?? {}).map(formatPair)
  if (texts.some((text) => text.toLowerCase().includes(wanted))) return true
  // Few get beyond this, and masking costs more than searching.
  if (!url.toLowerCase().includes(wanted)) return false
  return shownUrl(webhook).includes(wanted)
}

/** The shown URLs of searched webhooks: finding the secrets of a long URL takes time. */
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

/**
 * `worst`: by health; `last_accepted`: longest without an accepted attempt first; `failures`: most failed attempts of
 * the last 24 hours first; `backlog`: most unfinished deliveries first.
 */
export const WEBHOOK_ORDERS = ['id', 'worst', 'last_accepted', 'failures', 'backlog'] as const
export type WebhookOrder = (typeof WEBHOOK_ORDERS)[number]
type OrderByCalls = Exclude<WebhookOrder, 'id' | 'worst'>

export interface CalledWebhook extends ListedWebhook {
  readonly calls: WebhookCalls & { readonly unfinished: number }
}

const BADNESS: Readonly<Record<HealthState, number>> = {
  paused: 0,
  failing: 1,
  rejecting: 2,
  late: 3,
  never_called: 4,
  healthy: 5,
  disabled: 6,
}

/** Puts the worst first; equal ones stay in the order of ids. */
export function orderByHealth<Listed extends ListedWebhook>(webhooks: readonly Listed[]): readonly Listed[] {
  return byRank(webhooks, ({ webhook, health }) => BADNESS[healthStateOf(health, webhook)])
}

/** Equal ones stay in the order of ids. */
export function orderByCalls<Called extends CalledWebhook>(
  webhooks: readonly Called[],
  order: OrderByCalls,
  now: Instant,
): readonly Called[] {
  return byRank(webhooks, (one) => rankOf(one, order, now))
}

/** The lower the rank, the earlier. */
function byRank<One>(all: readonly One[], rankOne: (one: One) => number): readonly One[] {
  const ranked = all.map((one) => ({ one, rank: rankOne(one) }))
  return ranked.toSorted((first, second) => first.rank - second.rank).map(({ one }) => one)
}

function rankOf({ calls }: CalledWebhook, order: OrderByCalls, now: Instant): number {
  switch (order) {
    case 'last_accepted':
      return calls.lastAcceptedAt ?? 0
    case 'failures': {
      const { attempts, accepted } = sumCalls(calls, now)
      return accepted - attempts
    }
    case 'backlog':
      return -calls.unfinished
  }
}

/** Counts webhooks that were never called as well. */
export function isUncalledSince(
  { lastCalledAt }: Pick<WebhookCalls, 'lastCalledAt'>,
  since: Instant,
): boolean {
  return lastCalledAt === null || lastCalledAt < since
}
