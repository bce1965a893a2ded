import type { Database } from 'better-sqlite3'
import type { AlertId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { EpisodeState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Rows } from '../../changes/rows.ts'
import { IS_NO_CHANGE } from '../../rows/event-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

type FallbackRows = Pick<Rows, 'alertStates' | 'newestEvents' | 'notified' | 'lockFanOut'>

export function fallbackRows({ db, events }: SqliteDeps): FallbackRows {
  const sql = prepare(db)
  return {
    lockFanOut: () => runStep(() => undefined),

    alertStates: (ids) =>
      runStep(() => {
        const states = ids.map((id) => [id, sql.selectAlert.get(id)] as const)
        return new Map(states.flatMap(([id, state]) => (state ? [[id, state] as const] : [])))
      }),

    newestEvents: (ids) =>
      runStep(() => {
        const newest = ids.map((id) => sql.selectNewestEvent.get(id)?.id)
        const found = newest.map((id) => (id === undefined ? undefined : events.readEvent(id)))
        return new Map(
          found.flatMap((event) => (event?.kind === 'alert' ? [[event.alertId, event] as const] : [])),
        )
      }),

    notified: (asked) =>
      runStep(() =>
        asked.map(({ event_id: eventId, webhook_id: webhookId, subject }) => ({
          isKept: true,
          isNotified: sql.selectNotified.get(eventId, webhookId) !== undefined,
          hasAlertQueue: sql.selectUnfinished.get(webhookId, subject) !== undefined,
        })),
      ),
  }
}

function prepare(db: Database) {
  return {
    // Not by the webhook, which may have been notified of much else.
    selectNotified: db.prepare<[eventId: EventId, webhookId: WebhookId], unknown>(
      'SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? LIMIT 1',
    ),
    selectUnfinished: db.prepare<[webhookId: WebhookId, subject: string], unknown>(
      'SELECT 1 FROM deliveries WHERE webhook_id = ? AND subject = ? AND finished_at IS NULL LIMIT 1',
    ),
    // Reports of missed alerts to one webhook do not count.
    selectNewestEvent: db.prepare<[AlertId], { id: EventId }>(
      `SELECT id FROM events WHERE alert_id = CAST(? AS INTEGER) AND NOT ${IS_NO_CHANGE} ORDER BY id DESC LIMIT 1`,
    ),
    selectAlert: db.prepare<[AlertId], EpisodeState>(
      'SELECT state, episode_number AS "episodeNumber" FROM alerts WHERE id = ?',
    ),
  }
}
