import type { Database } from 'better-sqlite3'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { RaisedAlerts } from '../../overview-methods.ts'

/** Counts by state; ended deliveries only since the start. */
type DeliveryCounts = Record<DeliveryState, number>

const ENDED = { delivered: 0, failed: 0, cancelled: 0, superseded: 0, outdated: 0 } as const

/**
 * Counts deliveries in each unfinished state, in memory: counting a million takes 50 ms, in which no other
 * call is served, and every scrape asks. The first reading counts them, then each change is noted.
 */
export class BacklogCounts {
  readonly #count: () => DeliveryCounts
  /** Undefined: nobody has asked yet. */
  #counts: DeliveryCounts | undefined

  constructor(db: Database) {
    this.#count = () => countUnfinished(db)
  }

  get(): Pick<DeliveryCounts, 'waiting' | 'pending' | 'sending'> {
    const { waiting, pending, sending } = (this.#counts ??= this.#count())
    return { waiting, pending, sending }
  }

  add(state: DeliveryState): void {
    if (this.#counts) this.#counts[state] += 1
  }

  move(from: DeliveryState, to: DeliveryState, count = 1): void {
    if (!this.#counts) return
    this.#counts[from] -= count
    this.#counts[to] += count
  }

  /** Notes this moment; the returned function restores it after a rollback. */
  savepoint(): () => void {
    const marked = this.#counts && { ...this.#counts }
    return () => {
      this.#counts = marked && { ...marked }
    }
  }
}

function countUnfinished(db: Database): DeliveryCounts {
  const count = (from: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM deliveries ${from}`).pluck().get() ?? 0
  const pending = count("WHERE state = 'pending'")
  const sending = count("WHERE state = 'sending'")
  const waiting = count('INDEXED BY deliveries_alert_queue WHERE finished_at IS NULL') - pending - sending
  return { waiting, pending, sending, ...ENDED }
}

type StateCounts = Record<AlertState, number>

/**
 * Counts active alerts by state, in memory, because the overview asks every second; cleared ones only since
 * the start.
 */
export class AlertCounts {
  #counts: StateCounts = { cleared: 0, low: 0, medium: 0, high: 0 }

  constructor(db: Database) {
    const rows = db
      .prepare<[], { state: AlertState; count: number }>(
        "SELECT state, count(*) AS count FROM alerts INDEXED BY alerts_active WHERE state <> 'cleared' GROUP BY state",
      )
      .all()
    for (const { state, count } of rows) this.#counts[state] = count
  }

  get(): RaisedAlerts {
    const { low, medium, high } = this.#counts
    return { low, medium, high }
  }

  /** `from` is undefined for a new alert. */
  move(from: AlertState | undefined, to: AlertState): void {
    if (from !== undefined) this.#counts[from] -= 1
    this.#counts[to] += 1
  }

  /** Notes this moment; the returned function restores it after a rollback. */
  savepoint(): () => void {
    const marked = { ...this.#counts }
    return () => {
      this.#counts = { ...marked }
    }
  }
}
