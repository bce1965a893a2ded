/** What is set aside at the first bytes of a body, whatever length it claims to have. */
const FIRST_BYTES = 4 * 1024

/**
 * A body as it arrives: one buffer that doubles, so that it takes about as much memory as the bytes that came, in however
 * small pieces they come.
 */
export class BodyBuffer {
  readonly #declared: number | undefined
  readonly #hold: (bytes: number) => void
  #bytes = Buffer.alloc(0)
  #length = 0

  /** `hold` is told of memory before it is taken, and throws if there is none. */
  constructor(declaredBytes: number | undefined, hold: (bytes: number) => void) {
    this.#declared = declaredBytes
    this.#hold = hold
  }

  get length(): number {
    return this.#length
  }

  /** The memory that it takes. */
  get capacity(): number {
    return this.#bytes.length
  }

  add(piece: Buffer): void {
    const needed = this.#length + piece.length
    if (needed > this.#bytes.length) this.#grow(needed)
    piece.copy(this.#bytes, this.#length)
    this.#length = needed
  }

  /** All that came. */
  content(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const wished = Math.max(this.#bytes.length * 2, needed, FIRST_BYTES)
    // A sender that says how much comes sends no more than that.
    const capacity =
      this.#declared === undefined ? wished : Math.max(needed, Math.min(wished, this.#declared))
    this.#hold(capacity - this.#bytes.length)
    const grown = Buffer.allocUnsafe(capacity)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
