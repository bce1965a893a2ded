import { separateUnhealthy } from '../../../domain/overview/receiver-health.ts'
import { isNeverCalled } from '../../../domain/flow/breaker.ts'
import type { Instant } from '../../../domain/instant.ts'
import { UNFINISHED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import type { NotificationCount } from '../../../domain/receiver-state/open-notifications.ts'
import type { ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'
import type { Snapshot, Watermarks } from '../../overview-methods.ts'
import { unfinishedCounter } from '../history/delivery-lists.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

/** Reads from memory, but for unfinished deliveries of a few webhooks. */
export function snapshotMethods({ db, queues, webhooks, alertCounts, silences }: SqliteDeps) {
  const countUnfinished = unfinishedCounter(db)
  const selectLastIds = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const watermarks = (): Watermarks => {
    const lastIds = new Map(selectLastIds.all().map(({ name, seq }) => [name, seq]))
    return {
      events: lastIds.get('events') ?? 0,
      jobRuns: lastIds.get('job_runs') ?? 0,
      deliveries: lastIds.get('deliveries') ?? 0,
      webhooks: webhooks.version + silences.version,
    }
  }
  return {
    snapshot({ now, failingMax }: { readonly now: Instant; readonly failingMax: number }): Snapshot {
      const all = webhooks.all()
      const enabled = all.filter((webhook) => webhook.enabled)
      const disabled = all.length - enabled.length
      const disabledByReceiver = all.filter((webhook) => !webhook.enabled && webhook.disabledReason !== null)
      // The backlog says whether deliveries are late.
      const sighted = enabled.map(({ id, name, payloadType, alertFlags }) => ({
        id,
        name,
        isForHigh: payloadType === 'ALERT' && alertFlags.high,
        breaker: queues.of(id).breaker,
      }))
      const { worst, ...states } = separateUnhealthy(sighted, now, failingMax)
      return {
        webhooks: {
          total: all.length,
          enabled: enabled.length,
          disabled,
          disabledByReceiver: disabledByReceiver.length,
          neverCalled: sighted.filter(({ breaker }) => isNeverCalled(breaker)).length,
          ...states,
        },
        failing: worst.map((one) => ({
          ...one,
          unfinished: countUnfinished.get(one.id, UNFINISHED_COUNTED_MAX) ?? 0,
        })),
        alerts: alertCounts.get(),
        watermarks: watermarks(),
      }
    },
  }
}

const BEFORE_ALL: ReceiverStateKey = { webhookId: 0, alertId: 0 }

/**
 * Counts open notifications in the smallest index that has them all, in steps: other calls use this thread
 * too.
 */
export function countOpenNotificationsMethod({ db }: SqliteDeps) {
  const behind =
    'FROM receiver_states INDEXED BY receiver_states_by_webhook WHERE (webhook_id, alert_id) > (?, ?)'
  const selectLast = db.prepare<[webhookId: number, alertId: number, before: number], ReceiverStateKey>(
    `SELECT webhook_id AS webhookId, alert_id AS alertId ${behind} ORDER BY webhook_id, alert_id
     LIMIT 1 OFFSET CAST(? AS INTEGER)`,
  )
  const countRest = db
    .prepare<[webhookId: number, alertId: number], number>(`SELECT count(*) ${behind}`)
    .pluck()
  return {
    countOpenNotifications({
      after: { webhookId, alertId } = BEFORE_ALL,
      limit,
    }: {
      readonly after?: ReceiverStateKey
      readonly limit: number
    }): NotificationCount {
      const next = selectLast.get(webhookId, alertId, limit - 1)
      // Fewer than asked for are left.
      return next
        ? { count: limit, next }
        : { count: countRest.get(webhookId, alertId) ?? 0, next: undefined }
    },
  }
}
