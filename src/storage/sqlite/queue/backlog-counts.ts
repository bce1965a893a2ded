import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'

/** Of ended ones only the changes since the start are known, and nobody asks. */
type Counts = Record<DeliveryState, number>

const ENDED = { delivered: 0, failed: 0, cancelled: 0, superseded: 0, outdated: 0 } as const

/**
 * How many deliveries there are in each unfinished state, kept beside the one connection that writes: to count a million
 * waiting ones takes 50 ms, in which nothing else could be done, and every scrape asks. Whoever changes a state says so
 * here.
 */
export class BacklogCounts {
  #counts: Counts

  constructor(db: Database) {
    const count = (from: string) =>
      db.prepare<[], number>(`SELECT count(*) FROM deliveries ${from}`).pluck().get() ?? 0
    const pending = count("WHERE state = 'pending'")
    const sending = count("WHERE state = 'sending'")
    const waiting = count('INDEXED BY deliveries_line WHERE finished_at IS NULL') - pending - sending
    this.#counts = { waiting, pending, sending, ...ENDED }
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

  /** For a rollback to this moment: call what it answers, each time. */
  mark(): () => void {
    const marked = { ...this.#counts }
    return () => {
      this.#counts = { ...marked }
    }
  }
}
