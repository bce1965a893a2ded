import { write, writeSync } from 'node:fs'
import type { Clock } from '../runtime/clock.ts'

/** Limits characters that wait for a stalled reader; further lines are dropped, and their number is logged. */
const WAITING_MAX = 1024 ** 2
const RETRY_MS = 50
/** Container runtimes kill after 10 s; a stalled reader may take 2 of them. */
const FLUSH_TRIES_MAX = 40

export interface LogSinkOptions {
  /** Open for writing, e.g. 1: stdout. */
  readonly fd: number
  /** The characters that are gathered before a write. */
  readonly gatherMax: number
  /** The longest wait for them; 0: each line is written at once. */
  readonly gatherMs: number
  readonly describeLoss: (count: number) => string
  readonly clock: Pick<Clock, 'after' | 'wait'>
}

/**
 * Writes log lines without stopping the service: a stalled reader costs lines; a reader that is gone, or a full disk,
 * costs the log.
 */
export class LogSink {
  readonly #options: LogSinkOptions
  #waiting = ''
  #dropped = 0
  #writing: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: LogSinkOptions) {
    this.#options = options
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > WAITING_MAX) {
      this.#dropped += 1
      return
    }
    this.#waiting += this.#lossLine() + line
    if (this.#waiting.length >= this.#options.gatherMax) this.#start()
    else this.#cancelTimer ??= this.#options.clock.after(this.#options.gatherMs, () => this.#start())
  }

  /** Resolves when everything is written or cannot be; waits some 2 s at most for a stalled reader. */
  async flush(): Promise<void> {
    for (let tries = 0; tries < FLUSH_TRIES_MAX; tries += 1) {
      this.#start()
      if (!this.#writing) return
      await Promise.race([this.#writing, this.#options.clock.wait(RETRY_MS)])
    }
    this.#waiting = ''
  }

  /** Writes what it can at once, at the very end of the process. */
  flushSync(): void {
    const text = this.#waiting
    this.#waiting = ''
    if (text === '') return
    try {
      writeSync(this.#options.fd, text)
    } catch {
      return
    }
  }

  #start(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (this.#waiting === '') return
    this.#writing ??= this.#writeAll()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting !== '' && this.#cancelTimer === undefined) {
      let bytes = Buffer.from(this.#waiting)
      this.#waiting = ''
      while (bytes.length > 0) {
        const written = await writeSome(this.#options.fd, bytes)
        if (written === 'failed') break
        if (written === 0) await this.#options.clock.wait(RETRY_MS)
        bytes = bytes.subarray(written)
      }
    }
    // In the same tick as the last check: later lines begin a write of their own.
    this.#writing = undefined
  }

  #lossLine(): string {
    if (this.#dropped === 0) return ''
    const count = this.#dropped
    this.#dropped = 0
    return this.#options.describeLoss(count)
  }
}

/** Resolves to the number of bytes written; 0: the reader is busy; 'failed': it is gone, or the disk is full. */
function writeSome(fd: number, bytes: Buffer): Promise<number | 'failed'> {
  return new Promise((resolve) => {
    write(fd, bytes, (error, written) => {
      if (!error) resolve(written)
      else resolve(error.code === 'EAGAIN' || error.code === 'EBUSY' ? 0 : 'failed')
    })
  })
}
