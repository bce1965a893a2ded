import type { FlushMark } from '../connection/flush-mark.ts'

/** So long after a flush it is written down how far the log is on the disk; more often would cost each commit. */
const MARK_MS = 50

interface MarkerParts {
  /** How far the log is flushed; undefined: not all of it is, or there is none. */
  readonly read: () => FlushMark | undefined
  readonly write: (mark: FlushMark) => void
}

/** Writes down how far the log was flushed, so that a start after a crash knows what must be in it. */
export class FlushMarker {
  readonly #parts: MarkerParts
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: MarkerParts) {
    this.#parts = parts
  }

  noteFlush(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const mark = this.#parts.read()
      if (mark) this.#parts.write(mark)
    }, MARK_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
