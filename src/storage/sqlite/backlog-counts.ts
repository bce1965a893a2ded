import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../domain/delivery.ts'

/** Of ended ones only the changes since the start are known, and nobody asks. */
type Counts = Record<DeliveryState, number>

/**
 * How many deliveries there are in each unfinished state, kept beside the one connection that writes: to count a million
 * waiting ones takes 50 ms, in which nothing else could be done, and every scrape asks. Whoever changes a state says so
 * here.
 */
export class BacklogCounts {
  readonly #sql: ReturnType<typeof prepare>
  #counts: Counts

  constructor(db: Database) {
    this.#sql = prepare(db)
    const pending = this.#sql.countPending.get() ?? 0
    const sending = this.#sql.countSending.get() ?? 0
    const waiting = (this.#sql.countUnfinished.get() ?? 0) - pending - sending
    this.#counts = { waiting, pending, sending, delivered: 0, failed: 0, cancelled: 0 }
  }

  get(): Pick<Counts, 'waiting' | 'pending' | 'sending'> {
    const { waiting, pending, sending } = this.#counts
    return { waiting, pending, sending }
  }

  add(state: DeliveryState): void {
    this.#counts[state] += 1
  }

  move(from: DeliveryState, to: DeliveryState, count = 1): void {
    this.#counts[from] -= count
    this.#counts[to] += count
  }

  /** All that is unfinished of a webhook is about to be cancelled. */
  moveAllOf(webhookId: number, to: 'cancelled'): void {
    for (const { state, count } of this.#sql.countOf.all(webhookId)) this.move(state, to, count)
  }

  /** For a rollback to this moment: call what it answers, each time. */
  mark(): () => void {
    const marked = { ...this.#counts }
    return () => {
      this.#counts = { ...marked }
    }
  }
}

function prepare(db: Database) {
  return {
    countUnfinished: db
      .prepare<[], number>(
        'SELECT count(*) FROM deliveries INDEXED BY deliveries_line WHERE finished_at IS NULL',
      )
      .pluck(),
    countPending: db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'pending'").pluck(),
    countSending: db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'sending'").pluck(),
    countOf: db.prepare<[number], { state: DeliveryState; count: number }>(
      `SELECT state, count(*) AS count FROM deliveries INDEXED BY deliveries_line
       WHERE webhook_id = ? AND finished_at IS NULL GROUP BY state`,
    ),
  }
}
