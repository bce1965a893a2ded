import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { readLogHeader, type LogHeader } from '../connection/log-review.ts'

/** A flush shorter than this, in milliseconds, ends before another thread would begin it. */
const SHORT_MS = 0.7
const LAST_SHARE = 0.2

export interface FlushDeps {
  /** A clock in milliseconds that never goes back. */
  readonly monotonic: () => number
  /** Throws if the disk fails. */
  readonly flush?: (descriptor: number) => void
  readonly flushBeside?: (descriptor: number, done: (error: Error | null) => void) => void
}

/**
 * Flushes the write-ahead log, for which the database does not wait (`synchronous = NORMAL`): what is in the
 * log at the call is on the disk when it is done (fdatasync(2)), and after a crash a beginning of the log
 * survives, in whole transactions (https://sqlite.org/wal.html). A quick disk is flushed in place, a slow one
 * in another thread.
 */
export class LogFlush {
  readonly #descriptor: number
  readonly #deps: Required<FlushDeps>
  /** Assumed slow until measured. */
  #meanMs = SHORT_MS

  constructor(logFile: string, { monotonic, flush = fdatasyncSync, flushBeside = fdatasync }: FlushDeps) {
    this.#deps = { monotonic, flush, flushBeside }
    this.#descriptor = openSync(logFile, 'r+')
  }

  /**
   * Calls back when it is done, in place if that is quicker; with an error if it is unknown what the disk
   * has.
   */
  run(done: (error: Error | null) => void): void {
    const { monotonic, flush, flushBeside } = this.#deps
    const startedAt = monotonic()
    const end = (error: Error | null) => {
      this.#meanMs += (monotonic() - startedAt - this.#meanMs) * LAST_SHARE
      done(error)
    }
    if (this.#meanMs >= SHORT_MS) return flushBeside(this.#descriptor, end)
    try {
      flush(this.#descriptor)
    } catch (error) {
      return end(error as Error)
    }
    end(null)
  }

  /** Returns undefined if the log is empty. */
  header(): LogHeader | undefined {
    return readLogHeader(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
