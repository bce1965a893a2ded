import type { FlushWatermark } from '../connection/flush-watermark.ts'

/** Delay between a flush and its watermark, so that not every commit writes one. */
const MARK_MS = 50

interface MarkerDeps {
  /** Reads how far the log is flushed; undefined: a part is not flushed, or the log is empty. */
  readonly read: () => FlushWatermark | undefined
  readonly write: (mark: FlushWatermark) => void
}

/** Records how far the log was flushed, so that a start after a crash knows what the log must hold. */
export class FlushWatermarkWriter {
  readonly #deps: MarkerDeps
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** The next flush brings its own watermark: there has been work ever since the last one. */
  isDue = false

  constructor(deps: MarkerDeps) {
    this.#deps = deps
  }

  /** `mark`: how far the log went when the flush began, where that was asked for. */
  noteFlush(mark: FlushWatermark | undefined): void {
    if (this.#isClosed) return
    if (mark) this.#write(mark)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.isDue = true
      const flushed = this.#deps.read()
      if (flushed) this.#write(flushed)
    }, MARK_MS).unref()
  }

  #write(mark: FlushWatermark): void {
    this.isDue = false
    this.#deps.write(mark)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
