import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import {
  compareFailing,
  UNFINISHED_COUNTED_MAX,
  type FailingWebhook,
} from '../../../domain/overview/overview.ts'
import { healthStateOf, receiverHealthOf } from '../../../domain/overview/receiver-health.ts'
import type { Marks, Survey } from '../../overview-verbs.ts'
import type { AlertCounts } from '../intake/alert-counts.ts'
import type { Lanes } from '../queue/lanes.ts'
import type { WebhookCache } from '../webhooks/webhook-cache.ts'

interface SurveyParts {
  readonly lanes: Lanes
  readonly cache: WebhookCache
  readonly alerts: Pick<AlertCounts, 'get'>
}

/** How webhooks and alerts stand: all of it is in the memory of the thread, but for the unfinished deliveries of a few. */
export function surveyVerbs(db: Database, { lanes, cache, alerts }: SurveyParts) {
  const countUnfinished = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_line
         WHERE webhook_id = ? AND finished_at IS NULL LIMIT ?)`,
    )
    .pluck()
  const selectLastIds = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const marks = (): Marks => {
    const lastIds = new Map(selectLastIds.all().map(({ name, seq }) => [name, seq]))
    return {
      events: lastIds.get('events') ?? 0,
      jobRuns: lastIds.get('job_runs') ?? 0,
      deliveries: lastIds.get('deliveries') ?? 0,
      webhooks: cache.version,
    }
  }
  return {
    survey({ now, failingMax }: { readonly now: Instant; readonly failingMax: number }): Survey {
      // Whether deliveries are late, the backlog tells.
      const states = { well: 0, late: 0, failing: 0, paused: 0, disabled: 0 }
      let disabledByReceiver = 0
      const failing: FailingWebhook[] = []
      for (const webhook of cache.all()) {
        const { id, name } = webhook
        const health = receiverHealthOf(lanes.of(id).flow, now)
        const state = healthStateOf(health, webhook)
        states[state] += 1
        if (state === 'disabled' && webhook.disabledReason !== null) disabledByReceiver += 1
        if (state === 'failing' || state === 'paused') failing.push({ id, name, ...health, unfinished: 0 })
      }
      const enabled = states.well + states.failing + states.paused
      const { failing: failingCount, paused, disabled } = states
      const total = enabled + disabled
      return {
        webhooks: { total, enabled, disabled, failing: failingCount, paused, disabledByReceiver },
        failing: failing
          .toSorted(compareFailing)
          .slice(0, failingMax)
          .map((one) => ({ ...one, unfinished: countUnfinished.get(one.id, UNFINISHED_COUNTED_MAX) ?? 0 })),
        alerts: alerts.get(),
        marks: marks(),
      }
    },
  }
}
