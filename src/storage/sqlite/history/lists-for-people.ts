import type { Database } from 'better-sqlite3'
import { briefEventOf, type BriefEvent } from '../../../domain/alert/event.ts'
import type { EventId, JobRunId, WebhookId } from '../../../domain/ids.ts'
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
import { readEvent, type EventRow } from '../../rows/event-row.ts'
import { firstDueFinder } from '../queue/first-due.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import type { WebhookCache } from '../webhooks/webhook-cache.ts'

interface ListDeps {
  readonly queues: WebhookQueues
  readonly cache: WebhookCache
}

/**
 * Lists webhooks as people look for them, and the details that lists show beside their entries: in memory, except for
 * what is due.
 */
export function listMethods(db: Database, { queues, cache }: ListDeps) {
  const selectEvents = db.prepare<[string], EventRow>(
    'SELECT * FROM events WHERE id IN (SELECT value FROM json_each(?))',
  )
  const selectOfJobRuns = db.prepare<[string], { jobRunId: JobRunId; eventId: EventId }>(
    `SELECT job_run_id AS jobRunId, id AS eventId FROM events INDEXED BY events_by_job_run
     WHERE job_run_id IS NOT NULL AND job_run_id IN (SELECT value FROM json_each(?))`,
  )
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

    findEvents: (ids: readonly EventId[]): readonly BriefEvent[] =>
      Array.from(selectEvents.iterate(JSON.stringify(ids)), (row) => {
        const event = readEvent(row)
        return event && briefEventOf(event)
      }).filter((event) => event !== undefined),

    findEventsOfJobRuns: (ids: readonly JobRunId[]) => selectOfJobRuns.all(JSON.stringify(ids)),

    nameWebhooks: (ids: readonly WebhookId[]) =>
      ids.flatMap((id) => {
        const webhook = cache.find(id)
        return webhook ? [{ id, name: webhook.name, enabled: webhook.enabled }] : []
      }),
  }
}
