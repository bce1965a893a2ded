import type { Database } from 'better-sqlite3'
import type { AlertEvent } from '../../../domain/alert/event.ts'
import type { AlertId, WebhookId } from '../../../domain/ids.ts'
import { episodePattern, eventsOfEpisode, isPossiblySent } from '../../scripts/notified.ts'

/** Finds the webhooks that were, or may have been, notified of the episode that a clear ends. */
export function prepareNotifiedOfEpisode(
  db: Database,
): (event: Pick<AlertEvent, 'alertId' | 'episodeNumber'>) => ReadonlySet<WebhookId> {
  const select = db
    .prepare<{ alertId: AlertId; pattern: string }, WebhookId>(
      `SELECT DISTINCT webhook_id FROM (${eventsOfEpisode('@alertId', '@pattern')}) AS raised
       CROSS JOIN deliveries AS delivery ON delivery.event_id = raised.id
       WHERE delivery.finished_at IS NULL OR ${isPossiblySent('delivery')}`,
    )
    .pluck()
  return ({ alertId, episodeNumber }) =>
    new Set(select.all({ alertId, pattern: episodePattern(episodeNumber) }))
}
