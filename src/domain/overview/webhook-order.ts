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
export type OrderByCalls = Exclude<WebhookOrder, 'id' | 'worst'>

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

/** Returns the webhooks by health, worst first; those that are equally bad stay by id. */
export function orderByHealth<Listed extends ListedWebhook>(webhooks: readonly Listed[]): readonly Listed[] {
  return byRank(webhooks, ({ webhook, health }) => BADNESS[healthStateOf(health, webhook)])
}

/** Returns the webhooks in an order that needs their calls; those that are equal in it stay by id. */
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

/** Tells whether a webhook was not called since then; one that was never called was not. */
export function isUncalledSince(
  { lastCalledAt }: Pick<WebhookCalls, 'lastCalledAt'>,
  since: Instant,
): boolean {
  return lastCalledAt === null || lastCalledAt < since
}
