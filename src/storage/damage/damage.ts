import { AppError } from '../../domain/errors.ts'
import type { Fault } from '../../domain/health-problem.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../telemetry/log.ts'

/** The delay of a repeat, which succeeds only if somebody repaired the damage. */
export const DAMAGED_RETRY_MS = 60_000

const REMEDY = 'Restore a backup: docs/health.md, "A damaged database"'

/**
 * How long damage of a server's database is reported, in milliseconds: housekeeping reads everything within
 * that time.
 */
export const DAMAGE_LOGGED_MS = 10 * 60_000

/** Returns the error for a database that returns something else than was written; `code` is the engine's. */
export function damagedDatabase(code: string, cause: unknown): AppError {
  return new AppError(
    'damaged',
    `The database is ${code === 'SQLITE_NOTADB' ? 'not a database, or ' : ''}damaged (${code}). ${REMEDY}.`,
    {
      retryAfterMs: DAMAGED_RETRY_MS,
      cause,
    },
  )
}

/** Tells whether the database itself is damaged, and not one thing in it. */
export function isDamagedDatabase(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'damaged' && error.cause !== undefined
}

export function damagedFile(findings: readonly string[]): string {
  return `The database is damaged: ${findings.join('; ').replaceAll(/\s+/g, ' ')}. ${REMEDY}.`
}

export function alteredEvents(findings: readonly string[]): string {
  return `The database holds events that were changed by a fault: ${findings.join('; ')}. They are not sent. ${REMEDY}.`
}

/**
 * Remembers damage of the database. A file is repaired only while nobody uses it, so `loggedMs` is endless
 * for one; a server may be repaired under a running process.
 */
export class DamageWatch {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #log: Pick<Log, 'error'>
  readonly #loggedMs: number
  #fault: Fault | undefined
  #count = 0
  #lastAt: Monotonic = 0

  constructor(deps: {
    readonly clock: Pick<Clock, 'now' | 'monotonic'>
    readonly log: Pick<Log, 'error'>
    readonly loggedMs: number
  }) {
    this.#clock = deps.clock
    this.#log = deps.log
    this.#loggedMs = deps.loggedMs
  }

  /** Notes damage found again. The log has it once, until the database was whole again. */
  note(because: string): void {
    this.#found({ because, since: this.#clock.now() })
  }

  /** Notes a loss: everything else can be read. */
  noteLoss(because: string): void {
    this.#found({ because, since: this.#clock.now(), isOver: true })
  }

  get count(): number {
    return this.#count
  }

  /** Damage that goes on replaces a loss, and nothing replaces it. */
  #found(fault: Fault): void {
    this.#count += 1
    const known = this.current
    const isKnown = known !== undefined && (known.isOver !== true || fault.isOver === true)
    if (!isKnown) this.#log.error({ because: fault.because }, 'database.damaged')
    this.#fault = isKnown ? known : fault
    this.#lastAt = this.#clock.monotonic()
  }

  get current(): Fault | undefined {
    if (this.#clock.monotonic() - this.#lastAt >= this.#loggedMs) return undefined
    return this.#fault
  }
}
