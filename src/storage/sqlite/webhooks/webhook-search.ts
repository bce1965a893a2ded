import type { Database } from 'better-sqlite3'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Page } from '../../../domain/page.ts'
import { receiverHealthOf } from '../../../domain/overview/receiver-health.ts'
import { isLate } from '../../../domain/health-problem.ts'
import type { WebhookRevision } from '../../../domain/webhook/webhook.ts'
import {
  searchWebhooks,
  type ListedWebhook,
  type WebhookPage,
  type WebhookSearch,
} from '../../../domain/overview/webhook-search.ts'
import { firstDueFinder } from '../queue/first-due.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import type { WebhookCache } from './webhook-cache.ts'

interface SearchDeps {
  readonly queues: WebhookQueues
  readonly cache: WebhookCache
}

/** Searches webhooks in memory; only the first due delivery of a late one is read. */
export function webhookSearchMethods(db: Database, { queues, cache }: SearchDeps) {
  const firstDueOf = firstDueFinder(db)
  const healthOf = (id: WebhookId, now: Instant) => {
    const { breaker, dueAt } = queues.of(id)
    // Few get beyond this: what the webhook queue says is never too late.
    return receiverHealthOf(breaker, now, isLate(dueAt, now) ? firstDueOf(id) : null)
  }
  return {
    searchWebhooks: (search: WebhookSearch, page: WebhookPage, now: Instant): Page<ListedWebhook> =>
      searchWebhooks(cache.all(), { healthOf: (id) => healthOf(id, now), search, page }),

    listRevisions: ({ after = 0, limit }: Partial<WebhookPage>): readonly WebhookRevision[] => {
      const found = cache.all().filter(({ id }) => id > after)
      return found.slice(0, limit).map(({ id, revision }) => ({ id, revision }))
    },

    nameWebhooks: (ids: readonly WebhookId[]) =>
      ids.flatMap((id) => {
        const webhook = cache.find(id)
        return webhook ? [{ id, name: webhook.name, enabled: webhook.enabled }] : []
      }),
  }
}
