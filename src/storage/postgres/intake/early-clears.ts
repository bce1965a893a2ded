import type { Instant } from '../../../domain/instant.ts'
import type { Observation } from '../../../domain/alert/alert.ts'
import { setStatement } from '../connection/set-statement.ts'
import type { Transaction } from '../connection/database.ts'

/** The clear of an unknown alert, read among alerts: without an id, with its variant as its name. */
export interface EarlyClearRow {
  readonly id: null
  readonly source: string
  readonly key: string
  readonly name: string
  readonly last_reported_at: Instant
}

type Marked = Pick<Observation, 'source' | 'key' | 'variant'>

interface EarlyClear extends Marked {
  readonly variant: string
  readonly lastReportedAt: Instant
  readonly madeAt: Instant
}

const SAVE_EARLY_CLEARS = setStatement<EarlyClear>({
  source: 'text',
  key: 'text',
  variant: 'text',
  lastReportedAt: 'bigint',
  madeAt: 'bigint',
})(`
INSERT INTO early_clears (source, key, variant, last_reported_at, made_at) SELECT * FROM GIVEN
  ON CONFLICT (source, key, variant) DO UPDATE
    SET last_reported_at = greatest(early_clears.last_reported_at, excluded.last_reported_at), made_at = excluded.made_at`)

export class EarlyClears {
  readonly #known = new Map<string, Instant>()
  readonly #made = new Map<string, EarlyClear>()

  constructor(rows: readonly EarlyClearRow[]) {
    for (const { source, key, name: variant, last_reported_at: lastReportedAt } of rows)
      this.#known.set(nameOf({ source, key, variant }), lastReportedAt)
  }

  find(observation: Marked): Instant | undefined {
    return this.#known.get(nameOf(observation))
  }

  put(observation: Marked, lastReportedAt: Instant, madeAt: Instant): void {
    const name = nameOf(observation)
    this.#known.set(name, lastReportedAt)
    const { source, key, variant = '' } = observation
    this.#made.set(name, { source, key, variant, lastReportedAt, madeAt })
  }

  /** Saves in one order, against deadlocks. */
  async save(transaction: Transaction): Promise<void> {
    const marks = [...this.#made.keys()].sort().map((name) => this.#made.get(name)!)
    await SAVE_EARLY_CLEARS.write(transaction, marks)
  }
}

/** Stored texts have no U+0000. */
function nameOf({ source, key, variant = '' }: Marked): string {
  return `${source}\0${key}\0${variant}`
}
