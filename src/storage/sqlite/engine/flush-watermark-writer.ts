import type { FlushWatermark } from '../connection/flush-watermark.ts'

/** Delay between a flush and its mark, so that not every commit writes one. */
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

  constructor(deps: MarkerDeps) {
    this.#deps = deps
  }

  noteFlush(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const mark = this.#deps.read()
      if (mark) this.#deps.write(mark)
    }, MARK_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
