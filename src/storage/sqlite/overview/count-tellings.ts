import type { Database } from 'better-sqlite3'
import type { TellingCount, TellingPlace } from '../../../domain/telling/open-tellings.ts'

const BEFORE_ALL: TellingPlace = { webhookId: 0, alertId: 0 }

/** In the smallest index that has them all, a piece at a time: others use this thread too. */
export function countTellingsVerb(db: Database) {
  const behind = 'FROM told INDEXED BY told_by_webhook WHERE (webhook_id, alert_id) > (?, ?)'
  const selectLast = db.prepare<[webhookId: number, alertId: number, before: number], TellingPlace>(
    `SELECT webhook_id AS webhookId, alert_id AS alertId ${behind} ORDER BY webhook_id, alert_id
     LIMIT 1 OFFSET CAST(? AS INTEGER)`,
  )
  const countRest = db
    .prepare<[webhookId: number, alertId: number], number>(`SELECT count(*) ${behind}`)
    .pluck()
  return {
    countTellings({
      after: { webhookId, alertId } = BEFORE_ALL,
      limit,
    }: {
      readonly after?: TellingPlace
      readonly limit: number
    }): TellingCount {
      const next = selectLast.get(webhookId, alertId, limit - 1)
      // Fewer than were asked for are left.
      return next
        ? { count: limit, next }
        : { count: countRest.get(webhookId, alertId) ?? 0, next: undefined }
    },
  }
}
