import type { Instant } from '../../../domain/instant.ts'
import type { Observation } from '../../../domain/alert/alert.ts'
import { statement } from '../connection/statement.ts'
import type { Transaction } from '../connection/database.ts'

type Keys = [sources: readonly string[], keys: readonly string[]]

/** The clear of an unknown alert, read among alerts: without an id, with its variant as its name. */
export interface EarlyClearRow {
  readonly id: null
  readonly source: string
  readonly key: string
  readonly name: string
  readonly last_reported_at: Instant
}

const SAVE_EARLY_CLEARS = statement<
  [...Keys, variants: readonly string[], lastReportedAts: readonly Instant[], madeAts: readonly Instant[]]
>(`
INSERT INTO early_clears (source, key, variant, last_reported_at, made_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
  ON CONFLICT (source, key, variant) DO UPDATE
    SET last_reported_at = greatest(early_clears.last_reported_at, excluded.last_reported_at), made_at = excluded.made_at`)

type Marked = Pick<Observation, 'source' | 'key' | 'variant'>

interface EarlyClear {
  readonly observation: Marked
  readonly lastReportedAt: Instant
  readonly madeAt: Instant
}

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
    this.#made.set(name, { observation, lastReportedAt, madeAt })
  }

  get hasMade(): boolean {
    return this.#made.size > 0
  }

  /** Saves in one order, against deadlocks. */
  async save(transaction: Transaction): Promise<void> {
    const marks = [...this.#made.keys()].sort().map((name) => this.#made.get(name)!)
    await transaction.query(SAVE_EARLY_CLEARS, [
      marks.map(({ observation }) => observation.source),
      marks.map(({ observation }) => observation.key),
      marks.map(({ observation }) => observation.variant ?? ''),
      marks.map(({ lastReportedAt }) => lastReportedAt),
      marks.map(({ madeAt }) => madeAt),
    ])
  }
}

/** Stored texts have no U+0000. */
function nameOf({ source, key, variant = '' }: Marked): string {
  return `${source}\0${key}\0${variant}`
}
