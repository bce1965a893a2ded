import type { Filling } from './engines/engine.ts'

/** Above all that a load has. */
const FIRST_ALERT_ID = 1_000_000_000
/** So many at a time: between them the bench can be ended. */
const CHUNK = 100_000

/** The state of a webhook in mode `current_state` that was notified of so many alerts, and of no clear. */
export async function fillReceiverStates(filling: Filling, webhookId: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    const until = Math.min(count, from + CHUNK)
    await filling.query(
      `WITH RECURSIVE series (n) AS (SELECT CAST(${from} AS bigint) UNION ALL SELECT n + 1 FROM series WHERE n < ${until - 1})
       INSERT INTO receiver_states (alert_id, webhook_id, sent_state, sent_episode_number, uncertain, desired_state, desired_episode_number, event_id,
         resync, out_of_sync_since, escalated)
       SELECT n + ${FIRST_ALERT_ID}, ${webhookId}, 'medium', 1, 0, 'medium', 1, n, 0, NULL, 0 FROM series`,
    )
  }
}
