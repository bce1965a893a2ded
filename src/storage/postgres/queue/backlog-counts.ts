import type { Instant } from '../../../domain/instant.ts'
import { BACKLOG_AGE_MS_MAX, type Backlog } from '../../store.ts'
import type { Database } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

type Counts = Pick<Backlog, 'waiting' | 'pending' | 'sending'>

interface Reading {
  readonly counts: Counts
  readonly at: Instant
  readonly tookMs: number
}

// Measured by the server: a full read pool must not make a reading look dear.
const COUNT = statement<[], Counts & { readonly tookMs: number }>(`
WITH counted AS MATERIALIZED (
    SELECT count(*) AS "all", count(*) FILTER (WHERE state = 'pending') AS pending,
           count(*) FILTER (WHERE state = 'sending') AS sending FROM deliveries
  ) SELECT "all" - pending - sending AS waiting, pending, sending,
    (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS "tookMs" FROM counted`)

/**
 * A reading stays valid for so many times its duration, so counting takes at most a twentieth of one
 * connection.
 */
const KEPT_FACTOR = 20
const CHEAP_MS = 5

/**
 * Counts deliveries in each unfinished state. Counting a million takes tenths of a second, and every scrape
 * asks; statistics would be minutes old, and a counter row would block all writers.
 */
export class BacklogCounts {
  readonly #database: Pick<Database, 'read'>
  #last: Reading | undefined
  #reading: Promise<Counts> | undefined

  constructor(database: Pick<Database, 'read'>) {
    this.#database = database
  }

  async get(now: Instant): Promise<Counts> {
    if (this.#last && isFresh(this.#last, now)) return this.#last.counts
    this.#reading ??= this.#read(now)
    return this.#reading
  }

  async #read(now: Instant): Promise<Counts> {
    try {
      const [row] = await this.#database.read(COUNT, [])
      if (!row) throw new Error('a count has one row')
      const { tookMs, ...counts } = row
      this.#last = { counts, at: now, tookMs }
      return counts
    } finally {
      this.#reading = undefined
    }
  }
}

function isFresh({ at, tookMs }: Reading, now: Instant): boolean {
  const age = now - at
  return tookMs > CHEAP_MS && age >= 0 && age < Math.min(tookMs * KEPT_FACTOR, BACKLOG_AGE_MS_MAX)
}
