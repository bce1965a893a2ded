import type { Database } from 'better-sqlite3'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { RaisedAlerts } from '../../overview-methods.ts'

type Counts = Record<AlertState, number>

/**
 * How many alerts are raised, by state, kept beside the one connection that writes, like the counts of the backlog: who
 * looks at the overview asks every second. Of cleared ones only the changes since the start are known, and nobody asks.
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

  /** For a rollback to this moment: call what it answers, each time. */
  mark(): () => void {
    const marked = { ...this.#counts }
    return () => {
      this.#counts = { ...marked }
    }
  }
}
