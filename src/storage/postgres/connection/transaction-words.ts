import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'

/**
 * How a transaction begins, in one message. What is set is set for it alone: a pooler in transaction mode gives the
 * connection to others afterwards.
 *
 * - `jit`: compiling costs more than any statement of ours takes.
 * - `enable_seqscan`: a table that was empty when it was analysed would be read whole until the next time; every
 *   statement of the work has its index.
 * - `enable_bitmapscan`: deliveries come and go, and what has gone stays in the indexes until the next vacuum. A plain scan
 *   of an index marks what it finds dead, so that the next one passes it; a bitmap reads it all again each time.
 * - `plan_cache_mode`: to plan a statement costs several times what it takes to run it for one alert; and whether the
 *   server would plan it anew each time depends on how large the first five batches happened to be.
 * - The limits keep a node that was stopped in the middle from holding up the others for ever.
 */
const LIMITS =
  "SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL jit = off;"
const FOR_WORK =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_generic_plan;'

/**
 * - `shared`: no webhook changes while it runs.
 * - `webhooks`: it changes webhooks; it runs when no other of the two kinds does.
 * - `none`: webhooks do not matter to it.
 */
export type LockName = 'shared' | 'webhooks' | 'none'

const LOCKS: Readonly<Record<LockName, string>> = {
  shared: `SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks});`,
  webhooks: `SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks});`,
  none: '',
}

/**
 * Whatever the database has as its default: what is read after a lock is what was committed until then. At a stricter level a line
 * whose last delivery came meanwhile would stand still.
 */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

export const beginRead = `${BEGIN}, READ ONLY; ${LIMITS}`

/** For what the work has to see before it begins. */
export const beginLook = `${beginRead} ${FOR_WORK}`

const OTHER_WAYS = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'] as const

/**
 * For lists: each walks through indexes in its order and stops when the page is full. To gather and sort looks as good
 * wherever the statistics expect few rows, and reads everything where they are wrong. Parts of a list come one after
 * the other, and the later ones not at all if the page is full: so no workers beside.
 */
const FOR_LISTS = [
  ...OTHER_WAYS.map((way) => `SET LOCAL enable_${way} = off;`),
  'SET LOCAL max_parallel_workers_per_gather = 0;',
].join(' ')

export const beginList = `${beginRead} ${FOR_LISTS}`

/** The same within a transaction that goes on with its work, and the way back to that. */
export const turnToList = `${FOR_LISTS} SET LOCAL plan_cache_mode = force_custom_plan;`
export const turnToWork = `${OTHER_WAYS.map((way) => `SET LOCAL enable_${way} = on;`).join(' ')} ${FOR_WORK}`

/** The last of its results is the version of the webhooks; what is inserted into deliveries gets the present epoch. */
export function beginWrite(lock: LockName, isDurable: boolean): string {
  const commit = isDurable ? '' : 'SET LOCAL synchronous_commit = off;'
  // After the lock, so that it is the version that holds until the end.
  return `${BEGIN}; ${LIMITS} ${FOR_WORK} ${commit} ${LOCKS[lock]} SELECT version, set_config('tocsin.epoch', present_epoch(epoch, timeline), true) FROM webhooks_version`
}
