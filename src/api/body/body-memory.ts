import { AppError } from '../../domain/errors.ts'

/** Reserved at first, whatever length a body claims. */
const FIRST_BYTES = 4 * 1024
/** The size of a segment: the C library maps such memory separately and returns it; smaller pieces leave holes. */
const SEGMENT_BYTES = 256 * 1024
/** A body up to this size gets exactly what it needs. */
const SMALL_BYTES_MAX = 32 * 1024
/** Counts a segment in steps, since only written memory is used. */
const HELD_BYTES = 16 * 1024
/** Shared, because creating one per body is slow. */
const NO_SEGMENT = Buffer.alloc(0)

/**
 * A body as it arrives: takes about as much memory as its bytes, in however small pieces, and frees it at once when
 * asked.
 */
export class BodyBuffer {
  readonly #declared: number
  readonly #hold: (bytes: number) => void
  /** Each has memory of its own. */
  readonly #pieces: Buffer<ArrayBuffer>[] = []
  #segment = NO_SEGMENT
  #filled = 0
  #held = 0
  #length = 0
  #capacity = 0

  /** `hold` reserves memory before it is taken, and throws if too little is left. */
  constructor(declaredBytes: number | undefined, hold: (bytes: number) => void) {
    this.#declared = declaredBytes ?? Infinity
    this.#hold = hold
  }

  get length(): number {
    return this.#length
  }

  /** The bytes of memory that it takes. */
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

  /** Returns everything in one piece, and empties the buffer. */
  content(): Buffer {
    this.#endSegment()
    const whole = this.#takeOnly() ?? Buffer.concat(this.#pieces, this.#length)
    this.free()
    return whole
  }

  /** Returns undefined for several pieces, or one that does not fill its memory. */
  #takeOnly(): Buffer | undefined {
    const [first, ...others] = this.#pieces
    if (!first || others.length > 0) return undefined
    if (first.length > FIRST_BYTES && first.length < first.buffer.byteLength) return undefined
    this.#pieces.length = 0
    return first
  }

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
    // A declared length bounds the memory; a body without one begins small.
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

/** The smallest buffer worth freeing. */
const FREED_BYTES_MIN = 4 * 1024

/**
 * Frees the memory of a buffer at once; nobody may read it any more. The collector is late: a burst of
 * bodies left hundreds of megabytes. Shared memory is left alone.
 */
export function freeBuffer(bytes: Buffer): void {
  if (bytes.length >= FREED_BYTES_MIN && ownsMemory(bytes)) bytes.buffer.transfer(0)
}

/** Node.js shares memory among small buffers. */
function ownsMemory(bytes: Buffer): bytes is Buffer<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
}

const RETRY_AFTER_MS = 1_000

export interface HeldBody {
  /** Reserves further bytes. Throws `unavailable` if they do not fit. */
  hold(bytes: number): void
  arrived(): void
  /** Idempotent. */
  release(): void
}

interface Entry {
  bytes: number
  readonly giveUp: (refusal: AppError) => void
}

/**
 * Limits the memory of request bodies until their responses. When it is full, bodies that have been arriving for
 * longest are dropped: an honest sender needs moments, and retries.
 */
export class BodyBudget {
  readonly #bytesMax: number
  /** In the order of their start. */
  readonly #arriving = new Set<Entry>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /** `giveUp` ends the body in favour of others, with the refusal for its sender. */
  open(giveUp: (refusal: AppError) => void): HeldBody {
    const entry = { bytes: 0, giveUp }
    this.#arriving.add(entry)
    return {
      hold: (bytes) => {
        this.#makeSpace(bytes, entry)
        entry.bytes += bytes
        this.#bytes += bytes
      },
      arrived: () => void this.#arriving.delete(entry),
      release: () => this.#release(entry),
    }
  }

  #makeSpace(bytes: number, forWhom: Entry): void {
    if (this.#bytes + bytes <= this.#bytesMax) return
    const others = [...this.#arriving].filter((entry) => entry !== forWhom)
    const canBeFreed = others.reduce((sum, entry) => sum + entry.bytes, 0)
    if (this.#bytes - canBeFreed + bytes > this.#bytesMax) throw noCapacity()
    for (const other of others) {
      if (this.#bytes + bytes <= this.#bytesMax) return
      if (other.bytes === 0) continue
      this.#release(other)
      other.giveUp(noCapacity())
    }
  }

  #release(entry: Entry): void {
    this.#arriving.delete(entry)
    this.#bytes -= entry.bytes
    entry.bytes = 0
  }
}

function noCapacity(): AppError {
  return new AppError(
    'unavailable',
    'The service holds as many bytes of unfinished requests as it has room for; send this one again, in one go.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}
