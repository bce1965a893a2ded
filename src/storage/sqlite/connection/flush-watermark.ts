import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Records how far a log was flushed at least. Never flushed itself, so it is never ahead. */
export interface FlushWatermark {
  readonly salts: readonly [number, number]
  readonly sequence: number
  readonly frames: number
}

function watermarkFile(file: string): string {
  return `${file}-flushed`
}

/** Returns undefined if there is no readable watermark. */
export function readFlushWatermark(file: string): FlushWatermark | undefined {
  try {
    const [salt = NaN, other = NaN, sequence = NaN, frames = NaN] = readFileSync(watermarkFile(file), 'utf8')
      .split(' ')
      .map(Number)
    if (![salt, other, sequence, frames].every(Number.isSafeInteger)) return undefined
    return { salts: [salt, other], sequence, frames }
  } catch {
    return undefined
  }
}

/** Never throws: without a watermark, damage is only found less often. */
export function writeFlushWatermark(file: string, { salts, sequence, frames }: FlushWatermark): void {
  try {
    writeFileSync(watermarkFile(file), `${salts.join(' ')} ${sequence} ${frames} `.padEnd(64), {
      mode: 0o600,
    })
  } catch {
    // A full disk must not stop the service here.
  }
}

export function removeFlushWatermark(file: string): void {
  rmSync(watermarkFile(file), { force: true })
}

/** Delay between a flush and its watermark. */
const WRITE_MS = 50

/** Records how far the log was flushed, so that a start after a crash knows what the log must hold. */
export class FlushWatermarkWriter {
  readonly #read: () => FlushWatermark | undefined
  readonly #writeTo: (watermark: FlushWatermark) => void
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** The next flush brings its own watermark. */
  isDue = false

  /** `read` returns how far the log is flushed; undefined: the log is not whole, or empty. */
  constructor(read: () => FlushWatermark | undefined, write: (watermark: FlushWatermark) => void) {
    this.#read = read
    this.#writeTo = write
  }

  /** `watermark`: how far the log went when the flush began, if known. */
  noteFlush(watermark: FlushWatermark | undefined): void {
    if (this.#isClosed) return
    if (watermark) this.#write(watermark)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.isDue = true
      const flushed = this.#read()
      if (flushed) this.#write(flushed)
    }, WRITE_MS).unref()
  }

  #write(watermark: FlushWatermark): void {
    this.isDue = false
    this.#writeTo(watermark)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
