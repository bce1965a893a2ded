import type { Database } from 'better-sqlite3'
import type { NotificationCount } from '../../../domain/receiver-state/open-notifications.ts'
import type { ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'

const BEFORE_ALL: ReceiverStateKey = { webhookId: 0, alertId: 0 }

/** Counts open notifications in the smallest index that has them all, in pieces: other calls use this thread too. */
export function countOpenNotificationsMethod(db: Database) {
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
      // Fewer than were asked for are left.
      return next
        ? { count: limit, next }
        : { count: countRest.get(webhookId, alertId) ?? 0, next: undefined }
    },
  }
}
