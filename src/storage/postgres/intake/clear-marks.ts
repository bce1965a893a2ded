import type { Instant } from '../../../domain/instant.ts'
import type { Observation } from '../../../domain/alert/alert.ts'
import { statement } from '../connection/statement.ts'
import type { Transaction } from '../connection/database.ts'

type Keys = [sources: readonly string[], keys: readonly string[]]

/**
 * What is remembered of the end of what nobody had heard of, as it is read among alerts: without an id, its variant as
 * its name.
 */
export interface ClearMarkRow {
  readonly id: null
  readonly source: string
  readonly key: string
  readonly name: string
  readonly spoken_at: Instant
}

const SAVE_CLEAR_MARKS = statement<
  [...Keys, variants: readonly string[], spokenAts: readonly Instant[], madeAts: readonly Instant[]]
>(`
INSERT INTO clear_marks (source, key, variant, spoken_at, made_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
  ON CONFLICT (source, key, variant) DO UPDATE
    SET spoken_at = greatest(clear_marks.spoken_at, excluded.spoken_at), made_at = excluded.made_at`)

type Marked = Pick<Observation, 'source' | 'key' | 'variant'>

interface ClearMark {
  readonly observation: Marked
  readonly spokenAt: Instant
  readonly madeAt: Instant
}

/** Those that a batch of observations finds, and those that it leaves. */
export class ClearMarks {
  readonly #known = new Map<string, Instant>()
  readonly #made = new Map<string, ClearMark>()

  constructor(rows: readonly ClearMarkRow[]) {
    for (const { source, key, name: variant, spoken_at: spokenAt } of rows)
      this.#known.set(nameOf({ source, key, variant }), spokenAt)
  }

  find(observation: Marked): Instant | undefined {
    return this.#known.get(nameOf(observation))
  }

  put(observation: Marked, spokenAt: Instant, madeAt: Instant): void {
    const name = nameOf(observation)
    if (this.#known.get(name) === spokenAt) return
    this.#known.set(name, spokenAt)
    this.#made.set(name, { observation, spokenAt, madeAt })
  }

  get hasMade(): boolean {
    return this.#made.size > 0
  }

  /** In one order, so that two nodes with the same marks do not wait for each other. */
  async save(transaction: Transaction): Promise<void> {
    const marks = [...this.#made.keys()].sort().map((name) => this.#made.get(name)!)
    await transaction.query(SAVE_CLEAR_MARKS, [
      marks.map(({ observation }) => observation.source),
      marks.map(({ observation }) => observation.key),
      marks.map(({ observation }) => observation.variant ?? ''),
      marks.map(({ spokenAt }) => spokenAt),
      marks.map(({ madeAt }) => madeAt),
    ])
  }
}

/** No stored text has U+0000 in it, so it keeps them apart. */
function nameOf({ source, key, variant = '' }: Marked): string {
  return `${source}\0${key}\0${variant}`
}
