import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { NodeId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { NODE_GONE_AFTER_MS, type NodeRole, type ServiceNode } from '../../../domain/overview/node.ts'
import type { Cluster } from '../../cluster.ts'
import type { MethodName } from '../../methods.ts'
import { connect } from '../connection/connect.ts'
import type { Database, Transaction } from '../connection/database.ts'
import { explainFault } from '../connection/faults.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from '../connection/locks.ts'
import { statement } from '../connection/statement.ts'
import { BEGIN } from '../connection/transaction-words.ts'
import type { Notifier } from './notifications.ts'

/** Longer than some statements take: a holder that needs more is stuck. */
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

/** A heartbeat is not durable: a node soon repeats what was lost. */
const SEEING = { lock: 'none', isDurable: false } as const

export function createCluster(url: string, database: Database, version: string, notifier: Notifier): Cluster {
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

/** A transaction holds the lock, so that it ends with the connection and works through a pooler. */
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

type Task = keyof typeof CLUSTER_LOCKS & MethodName

const TRY_LOCK = statement<[lock: number], { isOurs: boolean }>(
  `SELECT pg_try_advisory_xact_lock(${LOCK_CLASS.cluster}, $1) AS "isOurs"`,
)

/** Locks this task for the cluster until the transaction ends. False: another node does it. */
export async function beginHousekeeping(transaction: Transaction, task: Task): Promise<boolean> {
  const { rows } = await transaction.query(TRY_LOCK, [CLUSTER_LOCKS[task]])
  return rows[0]?.isOurs === true
}

export interface NodeAtWork {
  readonly host: string
  readonly version: string
  readonly age_s: number
}

/** Selects the live nodes by the server's time, the last seen first. */
export const NODES_AT_WORK = `SELECT host, version, greatest(0, age_ms / 1000)::integer AS age_s FROM (
    SELECT host, version, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - seen_at AS age_ms FROM nodes) AS seen
  WHERE age_ms < ${NODE_GONE_AFTER_MS} ORDER BY age_ms`

/** A node that was killed cannot say that it is gone; after a while it counts as that. */
export const KILLED_COUNTS_AS_GONE = `One that was killed counts as gone after ${NODE_GONE_AFTER_MS / 1000} seconds.`
