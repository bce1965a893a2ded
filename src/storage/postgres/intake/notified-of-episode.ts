import { mayFollowRaises } from '../../../domain/routing/routed-webhook.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import type { AlertId, WebhookId } from '../../../domain/ids.ts'
import type { Known } from '../../changes/rows.ts'
import { nameOfEpisode } from '../../changes/fan-out.ts'
import { episodePattern, eventsOfEpisode, isPossiblySent } from '../../scripts/notified.ts'
import type { Transaction } from '../connection/database.ts'
import { setStatement } from '../connection/set-statement.ts'

interface Active {
  readonly id: AlertId
  readonly pattern: string
}

const NOTIFIED = setStatement<Active, [], { alert_id: AlertId; webhook_id: WebhookId }>({
  id: 'bigint',
  pattern: 'text',
})(`
SELECT DISTINCT given.id AS alert_id, delivery.webhook_id FROM GIVEN
CROSS JOIN LATERAL (${eventsOfEpisode('given.id', 'given.pattern')}) AS raised
CROSS JOIN LATERAL (
  SELECT webhook_id FROM deliveries WHERE event_id = raised.id
  UNION ALL
  SELECT webhook_id FROM ended_deliveries AS ended
  WHERE ended.event_id = raised.id AND ended.event_at = raised.accepted_at AND ${isPossiblySent('ended')}
) AS delivery`)

/** The webhooks that were, or may have been, notified of episodes, by `nameOfEpisode`. */
export type NotifiedOfEpisodes = ReadonlyMap<string, ReadonlySet<WebhookId>>

/** Reads who was notified of locked active alerts that may clear now. */
export async function readNotified(
  transaction: Transaction,
  { webhooks }: Pick<Known, 'webhooks'>,
  alerts: readonly Alert[],
): Promise<NotifiedOfEpisodes> {
  const active = new Map(alerts.flatMap((alert) => (alert.state === 'cleared' ? [] : [[alert.id, alert]])))
  if (active.size === 0 || !mayFollowRaises(webhooks)) return new Map()
  const asked = Array.from(active, ([id, { episodeNumber }]) => ({
    id,
    pattern: episodePattern(episodeNumber),
  }))
  const rows = await NOTIFIED.read(transaction, asked)
  const byAlert = Map.groupBy(rows, ({ alert_id: alertId }) => alertId)
  return new Map(
    Array.from(byAlert, ([alertId, ofAlert]) => [
      nameOfEpisode({ alertId, episodeNumber: active.get(alertId)!.episodeNumber }),
      new Set(ofAlert.map(({ webhook_id: webhookId }) => webhookId)),
    ]),
  )
}
