import type { ClientBase } from 'pg'
import { CLOCK_DRIFT, stepBetween, timeAt, type TimeReading } from '../../../domain/clock-steps.ts'
import type { Instant, Monotonic } from '../../../domain/instant.ts'
import type { ClockSteps } from '../../../monitoring/clock-watch.ts'
import type { Clock } from '../../../runtime/clock.ts'

/** Returns the server's time in milliseconds since 1970, with fractions. */
export async function askTime(client: ClientBase): Promise<Instant> {
  const { rows } = await client.query<{ time: Instant }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS time',
  )
  const time = rows[0]?.time
  if (time === undefined) throw new Error('the database server did not tell its time')
  return time
}

/** `18.4`. */
export async function serverVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  return rows[0]?.server_version ?? 'unknown'
}

/** Rejects a database whose encoding lacks characters. SQL_ASCII keeps the bytes of UTF-8 as they are. */
export async function refuseEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Readonly<Record<'encoding' | 'name' | 'other' | 'owner', string>>>(
    `SELECT current_setting('server_encoding') AS encoding, current_database() AS name,
       quote_ident(current_database() || '_utf8') AS other, quote_ident(current_user) AS owner`,
  )
  const { encoding = '', name = '', other = '', owner = '' } = rows[0] ?? {}
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return
  throw new Error(
    `The database "${name}" has the encoding ${encoding}, which lacks letters that alerts have; nothing was changed. Create another one, and name it in TOCSIN_DATABASE: CREATE DATABASE ${other} OWNER ${owner} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;`,
  )
}

export interface ServerTimeDeps {
  /** Measures durations. */
  readonly clock: Clock
  /** Returns the server's time in milliseconds, with fractions. */
  readonly ask: () => Promise<Instant>
  /** Notes each step of the server's clock as this one follows it. */
  readonly steps?: Pick<ClockSteps, 'note'>
}

const QUESTIONS = 3

/** Consecutive tasks share a measurement this young. */
const FRESH_MS = 200

/**
 * The time of the database server, by which due times and leases mean the same to every node: the last
 * measured time plus the monotonic clock. Steps of the machine's clock move nothing.
 */
export class ServerTime implements Clock {
  readonly #deps: ServerTimeDeps
  #reading: TimeReading | undefined
  #askedAt: Monotonic = -Infinity

  constructor(deps: ServerTimeDeps) {
    this.#deps = deps
  }

  /** Returns whole milliseconds; the machine's own time until the first measurement. */
  now(): Instant {
    const { clock } = this.#deps
    if (!this.#reading) return clock.now()
    return Math.floor(timeAt(this.#reading, clock.monotonic()))
  }

  monotonic(): Monotonic {
    return this.#deps.clock.monotonic()
  }

  after(ms: number, callback: () => void): () => void {
    return this.#deps.clock.after(ms, callback)
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#deps.clock.wait(ms, signal)
  }

  /** Returns how far the clock of this machine is ahead of the server. */
  aheadMs(): number {
    return this.#deps.clock.now() - this.now()
  }

  async measure(): Promise<void> {
    for (let question = 0; question < QUESTIONS; question += 1) await this.#askOnce()
  }

  /**
   * Measures, unless that was done just now. Call it before ending things by the clock, which a missed step
   * would end too early.
   */
  async refresh(): Promise<void> {
    if (this.#deps.clock.monotonic() - this.#askedAt >= FRESH_MS) await this.#askOnce()
  }

  async #askOnce(): Promise<void> {
    const reading = await this.#ask()
    const before = this.#reading
    this.#reading = betterReading(before, reading)
    this.#askedAt = reading.at
    const stepMs = before ? stepBetween(before, this.#reading) : 0
    if (stepMs !== 0) this.#deps.steps?.note(stepMs, this.now())
  }

  async #ask(): Promise<TimeReading> {
    const { clock, ask } = this.#deps
    const askedAt = clock.monotonic()
    const time = await ask()
    const at = clock.monotonic()
    const errorMs = (at - askedAt) / 2
    return { at, time: time + errorMs, errorMs }
  }
}

/**
 * Returns the more exact of two readings that agree, else the newer: the server's clock was set, or it is
 * another server. A slow reading is inexact.
 */
export function betterReading(before: TimeReading | undefined, after: TimeReading): TimeReading {
  if (!before) return after
  const errorMs = before.errorMs + (after.at - before.at) * CLOCK_DRIFT
  const difference = Math.abs(timeAt(before, after.at) - after.time)
  return difference <= errorMs + after.errorMs && errorMs < after.errorMs ? before : after
}
