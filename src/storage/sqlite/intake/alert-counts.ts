import type { Database } from 'better-sqlite3'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { RaisedAlerts } from '../../overview-methods.ts'

type Counts = Record<AlertState, number>

/**
 * Counts active alerts by state, in memory beside the one connection that writes, like the counts of the backlog: the
 * overview asks every second. Of cleared alerts it knows only the changes since the start, and nobody asks for them.
 */
export class AlertCounts {
  #counts: Counts = { cleared: 0, low: 0, medium: 0, high: 0 }

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

  /** Undefined: it is new. */
  move(from: AlertState | undefined, to: AlertState): void {
    if (from !== undefined) this.#counts[from] -= 1
    this.#counts[to] += 1
  }

  /** Notes this moment for a rollback: call the returned function each time. */
  savepoint(): () => void {
    const marked = { ...this.#counts }
    return () => {
      this.#counts = { ...marked }
    }
  }
}
