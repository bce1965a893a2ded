import type { Database } from 'better-sqlite3'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { UNFINISHED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import { receiverHealthOf, separateUnhealthy } from '../../../domain/overview/receiver-health.ts'
import type { Watermarks, Snapshot } from '../../overview-methods.ts'
import type { AlertCounts } from '../intake/alert-counts.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import type { SilenceCache } from '../webhooks/silence-cache.ts'
import type { WebhookCache } from '../webhooks/webhook-cache.ts'

interface SnapshotDeps {
  readonly queues: WebhookQueues
  readonly cache: WebhookCache
  readonly alerts: Pick<AlertCounts, 'get'>
  readonly silenceCache: Pick<SilenceCache, 'version'>
}

/** Reads the state of webhooks and alerts: from memory, except for the unfinished deliveries of a few. */
export function snapshotMethods(db: Database, { queues, cache, alerts, silenceCache }: SnapshotDeps) {
  const countUnfinished = db
    .prepare<[webhookId: WebhookId, limit: number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_alert_queue
         WHERE webhook_id = ? AND finished_at IS NULL LIMIT ?)`,
    )
    .pluck()
  const selectLastIds = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const watermarks = (): Watermarks => {
    const lastIds = new Map(selectLastIds.all().map(({ name, seq }) => [name, seq]))
    return {
      events: lastIds.get('events') ?? 0,
      jobRuns: lastIds.get('job_runs') ?? 0,
      deliveries: lastIds.get('deliveries') ?? 0,
      webhooks: cache.version + silenceCache.version,
    }
  }
  return {
    snapshot({ now, failingMax }: { readonly now: Instant; readonly failingMax: number }): Snapshot {
      const all = cache.all()
      const enabled = all.filter((webhook) => webhook.enabled)
      const disabled = all.length - enabled.length
      const disabledByReceiver = all.filter((webhook) => !webhook.enabled && webhook.disabledReason !== null)
      // The backlog says whether deliveries are late.
      const sighted = enabled.map(({ id, name, payloadType, alertFlags }) => ({
        id,
        name,
        isForHigh: payloadType === 'ALERT' && alertFlags.high,
        ...receiverHealthOf(queues.of(id).breaker, now),
      }))
      const { worst, ...states } = separateUnhealthy(sighted, failingMax)
      return {
        webhooks: {
          total: all.length,
          enabled: enabled.length,
          disabled,
          disabledByReceiver: disabledByReceiver.length,
          neverCalled: sighted.filter(({ isNeverCalled }) => isNeverCalled).length,
          ...states,
        },
        failing: worst.map((one) => ({
          ...one,
          unfinished: countUnfinished.get(one.id, UNFINISHED_COUNTED_MAX) ?? 0,
        })),
        alerts: alerts.get(),
        watermarks: watermarks(),
      }
    },
  }
}
