import type { Instant } from '../instant.ts'
import { healthStateOf, type HealthState } from './receiver-health.ts'
import { sumCalls, type WebhookCalls } from './webhook-calls.ts'
import type { ListedWebhook } from './webhook-search.ts'

/**
 * Orders of a list of webhooks: by id; by health, worst first; longest without an accepted attempt first; most failed
 * attempts of the last 24 hours first; most unfinished deliveries first.
 */
export const WEBHOOK_ORDERS = ['id', 'worst', 'last_accepted', 'failures', 'backlog'] as const
export type WebhookOrder = (typeof WEBHOOK_ORDERS)[number]

/** A webhook with how often it was called lately. */
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

/** Returns the webhooks in an order; those that are equal in it stay by id. */
export function orderWebhooks<Called extends CalledWebhook>(
  webhooks: readonly Called[],
  order: WebhookOrder,
  now: Instant,
): readonly Called[] {
  if (order === 'id') return webhooks
  const ranked = webhooks.map((one) => ({ one, rank: rankOf(one, order, now) }))
  return ranked.toSorted((first, second) => first.rank - second.rank).map(({ one }) => one)
}

/** The lower, the earlier. */
function rankOf({ webhook, health, calls }: CalledWebhook, order: WebhookOrder, now: Instant): number {
  switch (order) {
    case 'worst':
      return BADNESS[healthStateOf(health, webhook)]
    case 'last_accepted':
      return calls.lastAcceptedAt ?? 0
    case 'failures': {
      const { attempts, accepted } = sumCalls(calls, now)
      return accepted - attempts
    }
    case 'backlog':
      return -calls.unfinished
    case 'id':
      return webhook.id
  }
}

/** Tells whether a webhook was not called since then; one that was never called was not. */
export function isUncalledSince(
  { lastCalledAt }: Pick<WebhookCalls, 'lastCalledAt'>,
  since: Instant,
): boolean {
  return lastCalledAt === null || lastCalledAt < since
}
