import { freeBuffer, ownsMemory } from './free-buffer.ts'

/** Bytes that are reserved at the first bytes of a body, whatever length it claims. */
const FIRST_BYTES = 4 * 1024
/**
 * The size of a segment of a body. The C library takes memory of that size from the system for itself, and gives it
 * back; smaller pieces lie among others, and leave holes that it never gives back.
 */
const SEGMENT_BYTES = 256 * 1024
/** A body up to this size gets as much memory as it needs, for a short time. */
const SMALL_BYTES_MAX = 32 * 1024
/** A segment takes no more memory than was written into it; so much at a time is asked for. */
const HELD_BYTES = 16 * 1024
/** The empty segment for all: to create and free one for each body would take longer than its bytes do. */
const NO_SEGMENT = Buffer.alloc(0)

/**
 * A body as it arrives: it takes about as much memory as the bytes that came, in however small pieces they come, and
 * gives it back when asked, not when the collector finds it.
 */
export class BodyBuffer {
  readonly #declared: number
  readonly #hold: (bytes: number) => void
  /** Each has memory of its own. */
  readonly #pieces: Buffer<ArrayBuffer>[] = []
  #segment = NO_SEGMENT
  #filled = 0
  /** The bytes of the segment that are counted. */
  #held = 0
  #length = 0
  #capacity = 0

  /** `takeLock` reserves memory before it is taken, and throws if no memory is left. */
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
    const whole = this.#takeOnly() ?? Buffer.concat(this.#pieces, this.#length)
    this.free()
    return whole
  }

  /**
   * Undefined: there is more than one piece, or it fills its memory only in part and could not be given back by itself.
   */
  #takeOnly(): Buffer | undefined {
    const [first, ...others] = this.#pieces
    if (!first || others.length > 0) return undefined
    if (first.length > FIRST_BYTES && first.length < first.buffer.byteLength) return undefined
    this.#pieces.length = 0
    return first
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
      if (this.#filled === this.#segment.length) this.#beginSegment(piece.length - offset)
      this.#holdUpTo(Math.min(this.#filled + piece.length - offset, this.#segment.length))
      const copied = piece.copy(this.#segment, this.#filled, offset)
      this.#filled += copied
      this.#length += copied
      offset += copied
    }
  }

  #beginSegment(needed: number): void {
    this.#endSegment()
    // A sender that says how much comes sends no more than that; one that does not may have little to say.
    const missing = Math.max(needed, this.#declared - this.#length)
    const wished = this.#length === 0 && needed <= FIRST_BYTES ? FIRST_BYTES : SEGMENT_BYTES
    const capacity = Math.min(missing, wished)
    const taken = Buffer.allocUnsafeSlow(capacity > SMALL_BYTES_MAX ? SEGMENT_BYTES : capacity)
    this.#segment = taken.subarray(0, capacity)
  }

  #holdUpTo(filled: number): void {
    const held = Math.min(Math.ceil(filled / HELD_BYTES) * HELD_BYTES, this.#segment.length)
    if (held <= this.#held) return
    this.#take(held - this.#held)
    this.#held = held
  }

  #endSegment(): void {
    if (this.#segment === NO_SEGMENT) return
    if (this.#filled > 0) this.#pieces.push(this.#segment.subarray(0, this.#filled))
    else this.#segment.buffer.transfer(0)
    this.#segment = NO_SEGMENT
    this.#filled = 0
    this.#held = 0
  }

  #take(bytes: number): void {
    this.#hold(bytes)
    this.#capacity += bytes
  }
}
