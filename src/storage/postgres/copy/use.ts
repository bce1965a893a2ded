import type { Database } from '../connection/database.ts'
import { CopyRefusal } from '../../copy/ends.ts'
import { KILLED_COUNTS_AS_GONE, NODES_AT_WORK, type NodeAtWork } from '../cluster/nodes-at-work.ts'
import type { WebhookId } from '../../../domain/ids.ts'

/** Returns what identifies the database: the server, its start, and the database in it. */
export async function identityOf(database: Database): Promise<string> {
  const [row] = await database.readOnce<{ identity: string }>(
    `SELECT concat_ws(' ', 'postgres', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema())
       AS identity`,
  )
  return row?.identity ?? ''
}

export async function refuseNodes(database: Database, name: string): Promise<void> {
  const [node] = await database.readOnce<NodeAtWork>(NODES_AT_WORK)
  if (!node) return
  throw new CopyRefusal(`${name} is in use: a node on ${node.host} was at work ${node.age_s} seconds ago.`, [
    `Stop every node that uses it. ${KILLED_COUNTS_AS_GONE}`,
  ])
}

export async function readCatchingUp(database: Database): Promise<readonly WebhookId[]> {
  const rows = await database.readOnce<{ webhook_id: WebhookId }>(
    'SELECT webhook_id FROM unfinished_webhook_changes ORDER BY webhook_id LIMIT 20',
  )
  return rows.map((row) => row.webhook_id)
}
