import type { Instant } from '../../../domain/instant.ts'
import { pruneRecords } from '../../scripts/pruning.ts'
import { runIn } from '../connection/run-script.ts'
import type { Transaction } from '../connection/database.ts'
import { PruneScan, type PruneStep } from './prune-scan.ts'
import { statement } from '../connection/statement.ts'

/** The time in milliseconds for which a key stays known after its history was removed. */
const KEYS_KEPT_LONGER_MS = 365 * 86_400_000

const KEYS = statement<[before: Instant, limit: number]>(`DELETE FROM job_run_keys WHERE digest IN (
  SELECT digest FROM job_run_keys WHERE accepted_at < $1 ORDER BY accepted_at LIMIT $2)`)
// Its event was accepted with it, so one partition is asked for it.
const JOB_RUNS = {
  select: `SELECT id, accepted_at AS at, NOT EXISTS (
      SELECT 1 FROM events WHERE job_run_id = old.id AND accepted_at = old.accepted_at
    ) AS "isFree" FROM job_runs AS old
    WHERE (accepted_at, id) > ($1, $2) AND accepted_at < $3 ORDER BY accepted_at, id LIMIT $4`,
  remove: 'DELETE FROM job_runs WHERE id = ANY ($1) AND accepted_at < $2',
}

// One that is just being reported is locked, and has its turn another time; or it was, and is not silent any more.
const ALERTS = {
  select: `SELECT id, observed_at AS at, NOT EXISTS (SELECT 1 FROM events WHERE alert_id = old.id)
      AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE alert_id = old.id) AS "isFree"
    FROM alerts AS old
    WHERE state = 'cleared' AND (observed_at, id) > ($1, $2) AND observed_at < $3 ORDER BY observed_at, id LIMIT $4`,
  remove: `DELETE FROM alerts WHERE id IN (
      SELECT id FROM alerts WHERE id = ANY ($1) AND state = 'cleared' AND observed_at < $2
        AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE alert_id = alerts.id) FOR UPDATE SKIP LOCKED
    )`,
}

/** Removes row by row what is not in partitions: there is far less of it than of deliveries. */
export class RowPruning {
  readonly #scans = [new PruneScan(JOB_RUNS), new PruneScan(ALERTS)]

  async step(transaction: Transaction, { olderThan, limit }: PruneStep): Promise<number> {
    const keysBefore: Instant = olderThan - KEYS_KEPT_LONGER_MS
    const [keys, records] = await Promise.all([
      transaction.query(KEYS, [keysBefore, limit]),
      runIn(transaction, pruneRecords({ before: olderThan, limit })),
    ])
    let count = keys.count + records
    for (const scan of this.#scans) count += await scan.step(transaction, { olderThan, limit })
    return count
  }
}
