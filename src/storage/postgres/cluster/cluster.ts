import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import { NODE_GONE_AFTER_MS, type NodeRole, type ServiceNode } from '../../../domain/overview/node.ts'
import type { NodeId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Cluster } from '../../cluster.ts'
import { connect } from '../connection/connect.ts'
import type { Database } from '../connection/database.ts'
import { explainFault } from '../connection/faults.ts'
import type { Notifier } from './notifier.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from '../connection/locks.ts'
import { BEGIN } from '../connection/transaction-words.ts'
import { statement } from '../connection/statement.ts'

export interface ClusterDeps {
  readonly url: string
  readonly database: Database
  readonly version: string
  readonly notifier: Notifier
}

/** Nobody holds it for longer than some statements take; who does is stuck. */
const ALONE_MS_MAX = 30_000

const FORGET = statement<[seenBefore: Instant, now: Instant]>(`
WITH cut AS (UPDATE nodes SET seen_at = $2::bigint WHERE seen_at > $2::bigint + ${CLOCKS_APART_MS_MAX})
  DELETE FROM nodes WHERE seen_at < $1`)

const LEAVE = statement<[id: NodeId]>('DELETE FROM nodes WHERE id = $1')

interface NodeRow {
  readonly id: NodeId
  readonly host: string
  readonly role: NodeRole
  readonly version: string
  readonly started_at: Instant
  readonly seen_at: Instant
}

const SEE = statement<
  [id: NodeId, host: string, role: NodeRole, version: string, startedAt: Instant, seenAt: Instant]
>(`
INSERT INTO nodes (id, host, role, version, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`)

const LIST = statement<[], NodeRow>('SELECT * FROM nodes ORDER BY started_at, id')

/** Waits for no disk: a node soon says again what was lost. */
const SEEING = { lock: 'none', isDurable: false } as const

/** The nodes of the database, as its table of nodes has them. */
export function createCluster({ url, database, version, notifier }: ClusterDeps): Cluster {
  return {
    engine: { name: 'PostgreSQL', version },
    isShared: true,
    alone: (work) =>
      alone(url, work).catch((error: unknown) => {
        throw explainFault(error)
      }),
    see: ({ id, host, role, version, startedAt, seenAt }) =>
      database.transaction(async (transaction) => {
        const seen = transaction.query(SEE, [id, host, role, version, startedAt, seenAt])
        const { count } = await transaction.queryLast(FORGET, [seenAt - NODE_GONE_AFTER_MS, seenAt])
        await seen
        return count
      }, SEEING),
    async leave(nodeId) {
      await database.transaction((transaction) => transaction.queryLast(LEAVE, [nodeId]), SEEING)
    },
    async listNodes() {
      const rows = await database.read(LIST, [])
      return rows.map(toNode)
    },
    notify: (notification) => notifier.notify(notification),
    connections: () => database.connections(),
  }
}

function toNode({ id, host, role, version, started_at, seen_at }: NodeRow): ServiceNode {
  return { id, host, role, version, startedAt: started_at, seenAt: seen_at }
}

/**
 * The lock is held by a transaction, so that it ends with the connection and holds through a pooler; on a connection of
 * its own, because the work needs those of the pool.
 */
async function alone<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = await connect({ url, name: 'tocsin' })
  try {
    await client.query(
      `${BEGIN}; SET LOCAL lock_timeout = ${ALONE_MS_MAX}; SET LOCAL idle_in_transaction_session_timeout = ${ALONE_MS_MAX}; SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.start})`,
    )
    const result = await work()
    await client.query('COMMIT')
    return result
  } finally {
    await client.end()
  }
}
