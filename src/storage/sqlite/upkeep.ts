import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../domain/errors.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Backlog } from '../store.ts'

/** What has been told stays known this much longer than its history is kept. */
const KEYS_KEPT_LONGER_MS = 365 * 86_400_000
/** Old rows that must stay (an event with an unfinished delivery) are stepped over at most this many times the limit. */
const SCAN_FACTOR = 5

export class Upkeep {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  pruneHistory({ endedBefore, limit }: { readonly endedBefore: Instant; readonly limit: number }): number {
    const ended = this.#sql.selectEnded.all(endedBefore, limit)
    for (const { id } of ended) {
      this.#sql.deleteAttempts.run(id)
      this.#sql.deleteDelivery.run(id)
    }
    const scanMax = limit * SCAN_FACTOR
    return (
      ended.length +
      this.#sql.deleteEvents.run(scanMax, endedBefore, limit).changes +
      this.#sql.deleteJobRuns.run(scanMax, endedBefore, limit).changes +
      this.#sql.deleteRunKeys.run(endedBefore - KEYS_KEPT_LONGER_MS, limit).changes +
      this.#sql.deleteAlerts.run(scanMax, endedBefore, limit).changes
    )
  }

  checkHealth(now: Instant): void {
    this.#sql.beat.run(String(now))
  }

  countBacklog(now: Instant): Backlog {
    return {
      waiting: this.#sql.countWaiting.get() ?? 0,
      pending: this.#sql.countPending.get() ?? 0,
      sending: this.#sql.countSending.get() ?? 0,
      oldestDueAt: this.#sql.selectOldestDue.get(now) ?? null,
    }
  }
}

function prepare(db: Database) {
  return {
    selectEnded: db.prepare<[number, number], { id: number }>(
      'SELECT id FROM deliveries WHERE finished_at IS NOT NULL AND finished_at < ? ORDER BY finished_at LIMIT ?',
    ),
    deleteAttempts: db.prepare('DELETE FROM attempts WHERE delivery_id = ?'),
    deleteDelivery: db.prepare('DELETE FROM deliveries WHERE id = ?'),
    deleteEvents: db.prepare(
      `DELETE FROM events WHERE id IN (
       SELECT event.id FROM (SELECT id, accepted_at FROM events ORDER BY id LIMIT ?) AS event
       WHERE event.accepted_at < ? AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event_id = event.id) LIMIT ?)`,
    ),
    deleteJobRuns: db.prepare(
      `DELETE FROM job_runs WHERE id IN (
       SELECT run.id FROM (SELECT id, accepted_at FROM job_runs ORDER BY id LIMIT ?) AS run
       WHERE run.accepted_at < ? AND NOT EXISTS (SELECT 1 FROM events WHERE job_run_id = run.id) LIMIT ?)`,
    ),
    deleteRunKeys: db.prepare(
      'DELETE FROM job_run_keys WHERE (source, job_id, run_id) IN (SELECT source, job_id, run_id FROM job_run_keys WHERE accepted_at < ? LIMIT ?)',
    ),
    deleteAlerts: db.prepare(
      `DELETE FROM alerts WHERE id IN (
       SELECT alert.id FROM (SELECT id, observed_at FROM alerts WHERE state = 'cleared' ORDER BY observed_at LIMIT ?) AS alert
       WHERE alert.observed_at < ? AND NOT EXISTS (SELECT 1 FROM events WHERE alert_id = alert.id) LIMIT ?)`,
    ),
    beat: db.prepare(
      "INSERT INTO meta (key, value) VALUES ('health', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
    countWaiting: db
      .prepare<[], number>("SELECT count(*) FROM deliveries WHERE finished_at IS NULL AND state = 'waiting'")
      .pluck(),
    countPending: db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'pending'").pluck(),
    countSending: db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'sending'").pluck(),
    selectOldestDue: db
      .prepare<[number], number>(
        "SELECT due_at FROM deliveries WHERE state = 'pending' AND due_at <= ? ORDER BY due_at LIMIT 1",
      )
      .pluck(),
  }
}

/** Page by page beside the other work, so that a large database does not stop the service. */
export async function backupTo(db: Database, file: string): Promise<void> {
  if (existsSync(file))
    throw new AppError('conflict', `${file} exists already; a backup never overwrites a file.`)
  await db.backup(file, { progress: () => 200 })
}
