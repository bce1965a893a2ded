import { EARLY_CLEAR_KEPT_MS, EARLY_CLEARS_MAX } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { RESYNC_NUMBER } from '../rows/receiver-state-row.ts'
import {
  change,
  changeLast,
  type Dialect,
  many,
  one,
  type Scripts,
  statement,
  type Statement,
  together,
  type TransactionScript,
  tryLock,
} from '../transactions/transaction-script.ts'
import { PRUNE_ACTIVITY } from './activity.ts'
import { NEXT_ANNOUNCEMENT_AT } from './announcements.ts'
import { PRUNE_OPERATIONS } from './operations.ts'
import { IS_SILENCE_DUE, NEXT_SILENCE_AT, PRUNE_SILENCES } from './silences.ts'
import { PRUNE_SOURCE_CURSORS } from './source-cursors.ts'
import { PRUNE_REVISIONS } from './webhook-rows.ts'
import { NEXT_WINDOW_AT } from './windows.ts'

/** Finds when housekeeping has something to do; an idle node calls only this. */
export function workDueScripts(): Scripts<'nextHousekeepingAt'> {
  return {
    *nextHousekeepingAt(now) {
      return (yield* one(FIND_NEXT, { now }))?.at ?? null
    },
  }
}

/** Each part reads the first entry of its own index. */
const FIND_NEXT = statement<{ now: Instant }, { at: Instant | null }>(
  ({ isUnfinished }) => `SELECT MIN(at) AS at FROM (
     SELECT MIN(lease_until) + 1 AS at FROM deliveries WHERE state = 'sending'
     UNION ALL SELECT MIN(fallback_at) FROM deliveries AS delivery WHERE fallback_at IS NOT NULL AND ${isUnfinished}
     UNION ALL SELECT MIN(expires_at) + 1 FROM alerts WHERE expires_at IS NOT NULL AND state <> 'cleared'
     UNION ALL SELECT MIN(ends_at) + 1 FROM alerts WHERE ends_at IS NOT NULL AND state <> 'cleared'
     UNION ALL SELECT MIN(next_due) FROM receiver_states WHERE next_due IS NOT NULL
     UNION ALL ${NEXT_SILENCE_AT}
     UNION ALL ${NEXT_WINDOW_AT}
     UNION ALL ${NEXT_ANNOUNCEMENT_AT}
     UNION ALL SELECT @now WHERE ${IS_SILENCE_DUE}
       OR EXISTS (SELECT 1 FROM receiver_states WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0)
       OR EXISTS (SELECT 1 FROM operations WHERE state = 'running')
       OR EXISTS (SELECT 1 FROM unfinished_webhook_changes WHERE webhook_id > 0)
   ) AS parts`,
)

/** Time in milliseconds for which a key stays known after its history was removed. */
const KEYS_KEPT_LONGER_MS = 365 * 86_400_000

interface Prune {
  readonly before: Instant
  /** Rows of each kind. */
  readonly limit: number
}

/** Removes what goes with the history, and then the rows of each scan. Returns how many rows went. */
export function* pruneRows(scans: readonly PruneScan[], prune: Prune): TransactionScript<number> {
  const counts = yield* together([
    change(PRUNE_RUN_KEYS, { ...prune, before: prune.before - KEYS_KEPT_LONGER_MS }),
    change(PRUNE_OPERATIONS, prune),
    change(PRUNE_ACTIVITY, prune),
    change(PRUNE_SOURCE_CURSORS, prune),
    change(PRUNE_REVISIONS, prune),
    change(PRUNE_SILENCES, prune),
  ])
  let sum = counts.reduce((one, other) => one + other, 0)
  for (const scan of scans) sum += yield* scan.step(prune)
  return sum
}

const PRUNE_RUN_KEYS = statement<Prune>(
  ({ runKey }) => `DELETE FROM job_run_keys WHERE (${runKey}) IN (
    SELECT ${runKey} FROM job_run_keys WHERE accepted_at < @before ORDER BY accepted_at LIMIT @limit)`,
)

/** Rows checked per step, as a multiple of the limit: old rows may have to stay. */
const SCAN_FACTOR = 5

interface Passed {
  readonly at: Instant
  readonly id: number
}

const FROM_THE_START: Passed = { at: Number.MIN_SAFE_INTEGER, id: 0 }

export interface PrunedTable {
  /** Selects the rows after a row, in the order of `at` and id. */
  readonly select: Statement<Passed & Prune, Passed & { readonly isFree: boolean | 0 | 1 }>
  /** Check again; the last one counts the rows that went. */
  readonly remove: readonly Statement<{ ids: string; before: Instant }, never>[]
}

/**
 * Removes the old rows of a table that nothing needs. Each step checks a bounded number and the next
 * continues, so rows that must stay block nothing. Each node has its own position.
 */
export class PruneScan {
  readonly #table: PrunedTable
  #passed = FROM_THE_START

  constructor(table: PrunedTable) {
    this.#table = table
  }

  /** Returns how many rows went, at most `limit`. */
  *step({ before, limit }: Prune): TransactionScript<number> {
    const scanMax = limit * SCAN_FACTOR
    const rows = yield* many(this.#table.select, { ...this.#passed, before, limit: scanMax })
    const free = rows.filter(({ isFree }) => isFree).slice(0, limit)
    const isCut = free.length === limit
    this.#passed = (isCut ? free.at(-1) : rows.length < scanMax ? undefined : rows.at(-1)) ?? FROM_THE_START
    if (free.length === 0) return 0
    const ids = JSON.stringify(free.map(({ id }) => id))
    let count = 0
    for (const removal of this.#table.remove) count = yield* change(removal, { ids, before })
    return count
  }
}

/** Selects the rows of a table by their age, an indexed column. */
export function oldRows(
  table: string,
  age: string,
  isFree: string | ((dialect: Dialect) => string),
  only = 'true',
): PrunedTable['select'] {
  return statement(
    (
      dialect,
    ) => `SELECT id, ${age} AS at, ${typeof isFree === 'string' ? isFree : isFree(dialect)} AS "isFree"
      FROM ${table} AS old WHERE ${only} AND (${age}, id) > (@at, @id) AND ${age} < @before ORDER BY ${age}, id LIMIT @limit`,
  )
}

export const OLD_JOB_RUNS: PrunedTable = {
  select: oldRows(
    'job_runs',
    'accepted_at',
    ({ isAcceptedAt }) =>
      `NOT EXISTS (SELECT 1 FROM events WHERE job_run_id = old.id ${isAcceptedAt('old.accepted_at')})`,
  ),
  remove: [
    statement(
      ({ isAmong }) => `DELETE FROM job_runs WHERE ${isAmong('id', '@ids')} AND accepted_at < @before`,
    ),
  ],
}

/** Skips an alert that is being reported, or was meanwhile. */
export const OLD_ALERTS: PrunedTable = {
  select: oldRows(
    'alerts',
    'observed_at',
    `NOT EXISTS (SELECT 1 FROM events WHERE alert_id = old.id)
       AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE alert_id = old.id)`,
    "state = 'cleared'",
  ),
  remove: [
    statement(
      ({ isAmong, skipLocked }) => `DELETE FROM alerts WHERE id IN (
        SELECT id FROM alerts WHERE ${isAmong('id', '@ids')} AND state = 'cleared' AND observed_at < @before
          AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE alert_id = alerts.id) ${skipLocked}
      )`,
    ),
  ],
}

/** Removes remembered clears of unknown alerts. */
export function earlyClearScripts(): Scripts<'pruneEarlyClears'> {
  return {
    *pruneEarlyClears({ now, limit, keptMax = EARLY_CLEARS_MAX }) {
      if (!(yield* tryLock('pruneEarlyClears'))) return 0
      const firstTooMany = yield* one(FIRST_TOO_MANY, { keptMax })
      const before = Math.max(now - EARLY_CLEAR_KEPT_MS, (firstTooMany?.made_at ?? -1) + 1)
      return yield* changeLast(PRUNE, { before, limit })
    },
  }
}

const FIRST_TOO_MANY = statement<{ keptMax: number }, { made_at: Instant }>(
  'SELECT made_at FROM early_clears ORDER BY made_at DESC LIMIT 1 OFFSET @keptMax',
)
const PRUNE = statement<{ before: Instant; limit: number }>(
  `DELETE FROM early_clears WHERE (source, key, variant) IN (SELECT source, key, variant FROM early_clears
   WHERE made_at < @before ORDER BY made_at LIMIT @limit)`,
)
