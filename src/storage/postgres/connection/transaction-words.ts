import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'

/**
 * Statements that begin a transaction. They are prepared like all others, because to parse and plan them again
 * costs the server more than most of what follows. Settings hold for the transaction alone: a pooler in transaction
 * mode gives the connection to others afterwards.
 */
export type Beginning = readonly string[]

type Settings = Readonly<Record<string, string | number>>

/**
 * Limits that keep a node that was stopped in the middle from delaying the others for ever; compiling is off, because
 * it costs more than any of these statements. A database may be set to read `\\` in texts as the
 * beginning of something else.
 */
const LIMITS: Settings = {
  lock_timeout: '5s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '10s',
  jit: 'off',
  standard_conforming_strings: 'on',
}

/**
 * - `enable_seqscan`: a table that was empty when it was analysed would be read whole until the next time; every
 * statement of the work has its index.
 * - `enable_bitmapscan`: deliveries come and go, and what has gone stays in the indexes until the next vacuum. A plain
 * scan of an index marks what it finds dead, so that the next one passes it; a bitmap reads it all again each time.
 * - `plan_cache_mode`: to plan a statement costs several times what it takes to run it for one alert; and whether the
 * server would plan it each time depends on how large the first five batches happened to be.
 */
const FOR_WORK: Settings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
}

/** Selects the settings in their order, and then the other expressions. */
function select(settings: Settings, ...others: readonly string[]): string {
  const all = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `SELECT ${[`num_nonnulls(${all.join(', ')})`, ...others].join(', ')}`
}

/**
 * - `shared`: no webhook changes while it runs.
 * - `webhooks`: it changes webhooks; it runs when no other of the two kinds does.
 * - `none`: webhooks do not matter to it.
 */
export type LockName = 'shared' | 'webhooks' | 'none'

const LOCKS: Readonly<Record<LockName, readonly string[]>> = {
  shared: [`pg_advisory_xact_lock_shared(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks})`],
  webhooks: [`pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.webhooks})`],
  none: [],
}

/**
 * Begins at READ COMMITTED, whatever the default of the database: what is read after a lock is what was committed
 * until then. At a stricter level an alert queue whose last delivery came meanwhile would never go on.
 */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

const BEGIN_READING = `${BEGIN}, READ ONLY`

export const beginRead: Beginning = [BEGIN_READING, select(LIMITS)]

/** Begins a scan of what must be known before the work begins. */
export const beginScan: Beginning = [BEGIN_READING, select({ ...LIMITS, ...FOR_WORK })]

const OTHER_WAYS = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'] as const
const otherWays = (value: 'on' | 'off'): Settings =>
  Object.fromEntries(OTHER_WAYS.map((way) => [`enable_${way}`, value]))

/**
 * Settings for lists: each goes through indexes in its order and stops when the page is full. A plan that gathers and
 * sorts looks as good wherever the statistics expect few rows, and reads everything where they are wrong. Ranges of a
 * list follow each other, and are not read once the page is full: parallel workers would read them in vain.
 */
const FOR_LISTS: Settings = { ...otherWays('off'), max_parallel_workers_per_gather: 0 }

export const beginList: Beginning = [BEGIN_READING, select({ ...LIMITS, ...FOR_LISTS })]

/** Switches to the settings for lists within a transaction, and back to its work. */
export const turnToList = select({ ...FOR_LISTS, plan_cache_mode: 'force_custom_plan' })
export const turnToWork = select({ ...otherWays('on'), ...FOR_WORK })

/**
 * After the lock, in a statement of its own, so that it is the version that holds until the end. What is inserted into
 * deliveries gets the present epoch; if that is over, `present_epoch` says so (migrations/first-schema/webhooks.ts).
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
