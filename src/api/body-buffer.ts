import { freeBuffer, ownsMemory } from './free-buffer.ts'

/** What is set aside at the first bytes of a body, whatever length it claims to have. */
const FIRST_BYTES = 4 * 1024
/**
 * What comes in pieces is put together into segments of so many bytes. The C library takes memory of that size from the system for
 * itself, and gives it back; what is smaller lies among other things, and leaves holes that nobody gives back.
 */
const SEGMENT_BYTES = 256 * 1024

/**
 * A body as it arrives: it takes about as much memory as the bytes that came, in however small pieces they come, and gives it
 * back when it is told to, not when the collector finds it.
 */
export class BodyBuffer {
  readonly #declared: number
  readonly #hold: (bytes: number) => void
  /** Each has memory of its own. */
  readonly #pieces: Buffer<ArrayBuffer>[] = []
  #segment = Buffer.alloc(0)
  #filled = 0
  #length = 0
  #capacity = 0

  /** `hold` is told of memory before it is taken, and throws if there is none. */
  constructor(declaredBytes: number | undefined, hold: (bytes: number) => void) {
    this.#declared = declaredBytes ?? Infinity
    this.#hold = hold
  }

  get length(): number {
    return this.#length
  }

  /** The memory that it takes. */
  get capacity(): number {
    return this.#capacity
  }

  /** Takes the piece over: nobody else may read it afterwards. */
  add(piece: Buffer): void {
    if (piece.length === this.#declared && ownsMemory(piece)) {
      this.#take(piece.length)
      this.#pieces.push(piece)
      this.#length = piece.length
    } else {
      this.#copy(piece)
      freeBuffer(piece)
    }
  }

  /** All that came, in one piece. It is empty afterwards. */
  content(): Buffer {
    this.#endSegment()
    const only = this.#pieces.length === 1 && this.#pieces.pop()
    const whole = only || Buffer.concat(this.#pieces, this.#length)
    this.free()
    return whole
  }

  /** Nothing of it is needed any more. */
  free(): void {
    this.#endSegment()
    for (const { buffer } of this.#pieces) buffer.transfer(0)
    this.#pieces.length = 0
    this.#length = 0
    this.#capacity = 0
  }

  #copy(piece: Buffer): void {
    for (let offset = 0; offset < piece.length;) {
      if (this.#filled === this.#segment.length) this.#grow(piece.length - offset)
      const copied = piece.copy(this.#segment, this.#filled, offset)
      this.#filled += copied
      this.#length += copied
      offset += copied
    }
  }

  /** The segment doubles until it is whole; then the next one begins. */
  #grow(needed: number): void {
    if (this.#filled >= SEGMENT_BYTES) this.#endSegment()
    const wished = Math.max(this.#filled * 2, this.#filled + needed, FIRST_BYTES)
    // A sender that says how much comes sends no more than that.
    const missing = this.#filled + Math.max(needed, this.#declared - this.#length)
    const capacity = Math.min(wished, missing, SEGMENT_BYTES)
    this.#take(capacity - this.#filled)
    const grown = Buffer.allocUnsafeSlow(capacity)
    this.#segment.copy(grown, 0, 0, this.#filled)
    this.#segment.buffer.transfer(0)
    this.#segment = grown
  }

  #endSegment(): void {
    if (this.#filled > 0) this.#pieces.push(this.#segment.subarray(0, this.#filled))
    this.#segment = Buffer.alloc(0)
    this.#filled = 0
  }

  #take(bytes: number): void {
    this.#hold(bytes)
    this.#capacity += bytes
  }
}
