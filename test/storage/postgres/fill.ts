import type { ClientBase } from 'pg'
import { NOW } from '../../support/build.ts'

/** The webhook with the long alert queues. */
export const BUSY_ID = 1

const DAY_MS = 86_400_000
const DAY = Math.floor(NOW / DAY_MS) * DAY_MS
/** The number of alert queues over which waiting deliveries are spread. */
export const LINES = 50
const INSERT = `INSERT INTO deliveries
  (event_id, event_at, webhook_id, subject, state, attempts_made, due_at, begun_at, lease_until, created_at)`

/**
 * The busy webhook, whose receiver is paused, and others, each with three deliveries that are due and one that is being
 * sent. By SQL, for it would take too long in any other way; the partitions of the day must be there.
 */
export async function fillOthers(client: ClientBase, others: number): Promise<void> {
  await client.query(
    `INSERT INTO webhooks (id, name, url, enabled, method, payload_template, payload_type, low_alert, medium_alert,
       high_alert, cleared_alert, description, revision, created_at, updated_at, changed_in)
     OVERRIDING SYSTEM VALUE
     SELECT n, 'w', 'http://127.0.0.1:9/', true, 'POST', '{}', 'ALERT', true, true, true, true, '', 1, $2, $2, version + 1
     FROM webhooks_version, generate_series($3::integer, $3::integer + $1::integer) AS n`,
    [others, NOW, BUSY_ID],
  )
  await client.query(
    'INSERT INTO webhook_flow (webhook_id, failures, failing_since, paused_until) VALUES ($1, 5, $2, $3)',
    [BUSY_ID, NOW, NOW + 3_600_000],
  )
  await insertEvents(client, 100)
  await client.query(
    `${INSERT} SELECT n % 100 + 1, $2, n / 4 + 2, 'other ' || n,
       CASE WHEN n % 4 = 0 THEN 'sending' ELSE 'pending' END, 1, CASE WHEN n % 4 > 0 THEN $3::bigint END, $3,
       CASE WHEN n % 4 = 0 THEN $3::bigint + 60000 END, $3
     FROM generate_series(0, $1::integer * 4 - 1) AS n`,
    [others, DAY, NOW],
  )
  await client.query('UPDATE webhooks_version SET version = version + 1')
}

/** `waiting`: in alert queues as they are when the head has just ended. `paused`: due, alone in their queues. */
export async function fillBusy(
  client: ClientBase,
  { waiting, paused }: { readonly waiting: number; readonly paused: number },
): Promise<void> {
  await insertEvents(client, waiting + paused)
  await client.query(
    `${INSERT} SELECT n, $2, $3, 'alert ' || $1 || ' ' || n, 'pending', 1, $4, $4, NULL, $4
     FROM generate_series(1, $1::integer) AS n`,
    [paused, DAY, BUSY_ID, NOW],
  )
  await client.query(
    `${INSERT} SELECT $5 + n, $2, $3, 'queue ' || (n % $6::integer + 1), 'waiting', 0, NULL, NULL, NULL, $4
     FROM generate_series(1, $1::integer) AS n`,
    [waiting, DAY, BUSY_ID, NOW, paused, LINES],
  )
}

async function insertEvents(client: ClientBase, count: number): Promise<void> {
  await client.query(
    `INSERT INTO events (kind, source, name, at, accepted_at, alert_id, body)
     SELECT 'alert', 'api', 'lag', $2, $2, n,
       '{"alertKey":"k","oldState":"cleared","newState":"high","details":{},"warnings":[]}'
     FROM generate_series(1, $1::integer) AS n`,
    [count, DAY],
  )
}
