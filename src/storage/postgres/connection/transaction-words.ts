import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'

/**
 * Statements that begin a transaction, prepared because parsing and planning them is expensive. Settings hold
 * for the transaction only, because of poolers.
 */
export type Beginning = readonly string[]

type Settings = Readonly<Record<string, string | number>>

/**
 * Limits how long a stopped node delays the others. Compiling costs more than any of these statements. A
 * database may be set to read `\\` in texts as an escape.
 */
const LIMITS: Settings = {
  lock_timeout: '5s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '10s',
  jit: 'off',
  standard_conforming_strings: 'on',
}

/**
 * - `enable_seqscan`: a table that was analysed while empty would be read whole.
 * - `enable_bitmapscan`: ended deliveries stay in indexes until the next vacuum. A plain index scan marks
 *   dead entries, which the next one skips; a bitmap scan reads them all.
 * - `plan_cache_mode`: planning costs several times what running costs, and the server's choice depends on
 *   the first five batches.
 */
const FOR_WORK: Settings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
}

function select(settings: Settings, ...others: readonly string[]): string {
  const all = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `SELECT ${[`num_nonnulls(${all.join(', ')})`, ...others].join(', ')}`
}

/**
 * - `shared`: no webhook changes meanwhile.
 * - `webhooks`: changes webhooks, alone among both kinds.
 * - `none`: webhooks do not matter.
 */
export type LockName = 'shared' | 'webhooks' | 'none'

const LOCKS: Readonly<Record<LockName, readonly string[]>> = {
  shared: [`pg_advisory_xact_lock_shared(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks})`],
  webhooks: [`pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks})`],
  none: [],
}

/**
 * READ COMMITTED, whatever the default: after a lock, a statement sees what was committed before. At a
 * stricter level an alert queue whose last delivery came meanwhile would stop for ever.
 */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

const BEGIN_READING = `${BEGIN}, READ ONLY`

export const beginRead: Beginning = [BEGIN_READING, select(LIMITS)]

export const beginScan: Beginning = [BEGIN_READING, select({ ...LIMITS, ...FOR_WORK })]

const OTHER_WAYS = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'] as const
const otherWays = (value: 'on' | 'off'): Settings =>
  Object.fromEntries(OTHER_WAYS.map((way) => [`enable_${way}`, value]))

/**
 * Settings for lists, which follow an index and stop when the page is full. With wrong statistics, a plan
 * that sorts reads everything. Ranges follow each other, so parallel workers would read in vain.
 */
const FOR_LISTS: Settings = { ...otherWays('off'), max_parallel_workers_per_gather: 0 }

export const beginList: Beginning = [BEGIN_READING, select({ ...LIMITS, ...FOR_LISTS })]

export const turnToList = select({ ...FOR_LISTS, plan_cache_mode: 'force_custom_plan' })
export const turnToWork = select({ ...otherWays('on'), ...FOR_WORK })

/**
 * A statement after the lock, so that the version holds. Inserted deliveries get the present epoch;
 * `present_epoch` raises an error if it is over (migrations/first-schema.ts).
 */
const VERSION = `SELECT version, set_config('tocsin.epoch', CASE
    WHEN NOT pg_is_in_recovery() AND timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AND epoch IS NOT NULL THEN epoch
    ELSE current_epoch(epoch, timeline) END, true) FROM webhooks_version`

/** Its last statement returns the version of the webhooks. */
export function beginWrite(lock: LockName, isDurable: boolean): Beginning {
  return BEGINNINGS[lock][isDurable ? 'durable' : 'fleeting']
}

const beginningsOf = (lock: LockName): Readonly<Record<'durable' | 'fleeting', Beginning>> => ({
  durable: [BEGIN, select({ ...LIMITS, ...FOR_WORK }, ...LOCKS[lock]), VERSION],
  fleeting: [BEGIN, select({ ...LIMITS, ...FOR_WORK, synchronous_commit: 'off' }, ...LOCKS[lock]), VERSION],
})

const BEGINNINGS = {
  shared: beginningsOf('shared'),
  webhooks: beginningsOf('webhooks'),
  none: beginningsOf('none'),
}
