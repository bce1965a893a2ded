import { NODE_GONE_AFTER_MS } from '../../../domain/node.ts'
import type { Database } from '../database.ts'
import { CopyRefusal } from '../../copy/ends.ts'

/** The same server, started at that moment, and the same place in it. */
export async function identityOf(database: Database): Promise<string> {
  const [row] = await database.readOnce<{ identity: string }>(
    `SELECT concat_ws(' ', 'postgres', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema())
       AS identity`,
  )
  return row?.identity ?? ''
}

/** A node that was killed cannot say that it is gone; after a while it counts as that. */
export async function refuseNodes(database: Database, name: string): Promise<void> {
  const [node] = await database.readOnce<{ host: string; age_s: number }>(
    `SELECT host, greatest(0, age_ms / 1000)::integer AS age_s FROM (
       SELECT host, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - seen_at AS age_ms FROM nodes) AS seen
     WHERE age_ms < $1 ORDER BY age_ms LIMIT 1`,
    [NODE_GONE_AFTER_MS],
  )
  if (!node) return
  throw new CopyRefusal(`${name} is in use: a node on ${node.host} was at work ${node.age_s} seconds ago.`, [
    `Stop every node that uses it. One that was killed counts as gone after ${NODE_GONE_AFTER_MS / 1000} seconds.`,
  ])
}

export async function readUnsettled(database: Database): Promise<readonly number[]> {
  const rows = await database.readOnce<{ webhook_id: number }>(
    'SELECT webhook_id FROM unsettled_webhooks ORDER BY webhook_id LIMIT 20',
  )
  return rows.map((row) => row.webhook_id)
}
