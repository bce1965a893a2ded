import { AppError } from '../../domain/errors.ts'
import type { Fault } from '../../domain/health-problem.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../telemetry/log.ts'

/** The delay of a repeat: damage does not pass by itself, so a repeat succeeds only if somebody mended it. */
export const DAMAGED_RETRY_MS = 60_000

/** The way to the backup, for people. */
const REMEDY = 'Restore a backup: docs/operations.md, "A damaged database"'

/**
 * The time for which damage of a server's database is reported after it was found last, in milliseconds: within these
 * ten minutes housekeeping reads everything that is stored.
 */
export const DAMAGE_LOGGED_MS = 10 * 60_000

/** Reports that the engine read something else than it wrote. `code` is its name for that. */
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

/** Says of a checked file what is damaged. */
export function damagedFile(findings: readonly string[]): string {
  return `The database is damaged: ${findings.join('; ').replaceAll(/\s+/g, ' ')}. ${REMEDY}.`
}

/** Says of a checked file which events are not what was taken in. Everything else works. */
export function alteredEvents(findings: readonly string[]): string {
  return `The database holds events that were changed by a fault: ${findings.join('; ')}. They are not sent. ${REMEDY}.`
}

/**
 * Remembers damage of the database. A file is mended only while nobody uses it, so `loggedMs` is endless for one; a
 * server may be mended under a process that goes on.
 */
export class DamageWatch {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #log: Pick<Log, 'error'>
  readonly #loggedMs: number
  #fault: Fault | undefined
  #count = 0
  /** The last time, by the monotonic clock. */
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

  /** Notes damage that was found once more. The log has it once, until the database has been whole again. */
  note(because: string): void {
    this.#found({ because, since: this.#clock.now() })
  }

  /** Notes a loss: something is missing or was changed by a fault, and everything else can be read. */
  noteLoss(because: string): void {
    this.#found({ because, since: this.#clock.now(), isOver: true })
  }

  /** Count of findings since the start of this process. */
  get count(): number {
    return this.#count
  }

  /** Damage that goes on replaces an earlier loss; nothing replaces damage that goes on. */
  #found(fault: Fault): void {
    this.#count += 1
    const known = this.current
    const isKnown = known !== undefined && (known.isOver !== true || fault.isOver === true)
    if (!isKnown) this.#log.error({ because: fault.because }, 'database.damaged')
    this.#fault = isKnown ? known : fault
    this.#lastAt = this.#clock.monotonic()
  }

  /** Undefined: nothing of it has been seen. */
  get current(): Fault | undefined {
    if (this.#clock.monotonic() - this.#lastAt >= this.#loggedMs) return undefined
    return this.#fault
  }
}
