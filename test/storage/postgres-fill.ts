import type { ClientBase } from 'pg'
import { PARTITION_MS } from '../../src/storage/postgres/partitions.ts'
import { NOW } from '../support/build.ts'

/** How much lies in the table of unfinished deliveries. */
export interface Filling {
  /** Behind their heads, in lines of a hundred, all of one webhook. */
  readonly waiting: number
  /** Due, of the same webhook, whose receiver is paused. */
  readonly paused: number
  /** Further webhooks, each with a few due and one that is being sent. */
  readonly others: number
}

/** The webhook with the long lines. */
export const BUSY_ID = 1

const LINE_LENGTH = 100

/** By SQL, for it would take too long in any other way. The partitions of the day must be there. */
export async function fill(client: ClientBase, { waiting, paused, others }: Filling): Promise<void> {
  const day = Math.floor(NOW / PARTITION_MS) * PARTITION_MS
  await client.query(
    `INSERT INTO webhooks (name, url, enabled, method, payload_template, payload_type, low_alert, medium_alert, high_alert,
       cleared_alert, description, revision, created_at, updated_at, changed_in)
     SELECT 'w', 'http://127.0.0.1:9/', true, 'POST', '{}', 'ALERT', true, true, true, true, '', 1, $2, $2, version + 1
     FROM webhooks_version, generate_series(0, $1::integer)`,
    [others, NOW],
  )
  await client.query(
    'INSERT INTO webhook_flow (webhook_id, failures, failing_since, paused_until) VALUES ($1, 5, $2, $3)',
    [BUSY_ID, NOW, NOW + 3_600_000],
  )
  await client.query(
    `INSERT INTO events (kind, source, name, at, accepted_at, alert_id, body)
     SELECT 'alert', 'api', 'lag', $2, $2, n, '{"alertKey":"k","oldState":"cleared","newState":"high","details":{},"warnings":[]}'
     FROM generate_series(1, $1::integer) AS n`,
    [Math.max(waiting + paused, 100), day],
  )
  const insert = `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, attempts_made, due_at, begun_at, lease_until, created_at)`
  await client.query(
    `${insert} SELECT n, $2, $3, 'alert ' || n, 'pending', 1, $4, $4, NULL, $4 FROM generate_series(1, $1::integer) AS n`,
    [paused, day, BUSY_ID, NOW],
  )
  await client.query(
    `${insert} SELECT $5 + n, $2, $3, 'alert ' || (n / $6::integer + 1), 'waiting', 0, NULL, NULL, NULL, $4 FROM generate_series(1, $1::integer) AS n`,
    [waiting, day, BUSY_ID, NOW, paused, LINE_LENGTH],
  )
  await client.query(
    `${insert} SELECT n % 100 + 1, $2, n / 4 + 2, 'other ' || n,
       CASE WHEN n % 4 = 0 THEN 'sending' ELSE 'pending' END, 1, CASE WHEN n % 4 > 0 THEN $3::bigint END, $3,
       CASE WHEN n % 4 = 0 THEN $3::bigint + 60000 END, $3
     FROM generate_series(0, $1::integer * 4 - 1) AS n`,
    [others, day, NOW],
  )
  await client.query("SELECT setval('event_ids', (SELECT max(id) FROM events))")
  await client.query('UPDATE webhooks_version SET version = version + 1')
}
