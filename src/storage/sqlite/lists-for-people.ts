import type { Database } from 'better-sqlite3'
import type { Event } from '../../domain/event.ts'
import type { Instant } from '../../domain/instant.ts'
import { receiverHealthOf } from '../../domain/receiver-health.ts'
import { searchWebhooks, type ListedWebhook, type WebhookSearch } from '../../domain/webhook-search.ts'
import { toEvent, type EventRow } from '../rows/event-row.ts'
import type { Lanes } from './lanes.ts'
import type { WebhookCache } from './webhook-cache.ts'

interface ListParts {
  readonly lanes: Lanes
  readonly cache: WebhookCache
}

/** What lists show beside their entries, and webhooks as people look for them: all of these are in memory. */
export function listVerbs(db: Database, { lanes, cache }: ListParts) {
  const selectEvents = db.prepare<[string], EventRow>(
    'SELECT * FROM events WHERE id IN (SELECT value FROM json_each(?))',
  )
  const selectOfJobRuns = db.prepare<[string], { jobRunId: number; eventId: number }>(
    `SELECT job_run_id AS jobRunId, id AS eventId FROM events INDEXED BY events_by_job_run
     WHERE job_run_id IS NOT NULL AND job_run_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    searchWebhooks: (
      search: WebhookSearch,
      page: { readonly after?: number; readonly limit: number },
      now: Instant,
    ): readonly ListedWebhook[] =>
      searchWebhooks(cache.all(), (id) => receiverHealthOf(lanes.of(id).flow, now), { search, page }),

    findEvents: (ids: readonly number[]): readonly Event[] =>
      selectEvents.all(JSON.stringify(ids)).map(toEvent),

    findEventsOfJobRuns: (ids: readonly number[]) => selectOfJobRuns.all(JSON.stringify(ids)),

    nameWebhooks: (ids: readonly number[]) =>
      ids.flatMap((id) => {
        const webhook = cache.find(id)
        return webhook ? [{ id, name: webhook.name }] : []
      }),
  }
}
