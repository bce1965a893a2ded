const BYTES_FIRST = 512
const NOTHING = Buffer.alloc(0)

/**
 * The beginning of a body in one growing buffer: a body sent byte by byte takes no more memory than one sent at once.
 */
export class KeptBody {
  readonly #bytesMax: number
  #kept: Buffer = NOTHING
  #keptBytes = 0
  #receivedBytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  get isTruncated(): boolean {
    return this.#receivedBytes > this.#bytesMax
  }

  add(chunk: Buffer): void {
    this.#receivedBytes += chunk.length
    const length = Math.min(this.#bytesMax - this.#keptBytes, chunk.length)
    if (length <= 0) return
    this.#makeSpaceFor(this.#keptBytes + length)
    this.#keptBytes += chunk.copy(this.#kept, this.#keptBytes, 0, length)
  }

  /** Decodes the body as UTF-8; invalid bytes become U+FFFD. */
  toText(): string {
    return this.#kept.toString('utf8', 0, this.#keptBytes)
  }

  clear(): void {
    this.#kept = NOTHING
    this.#keptBytes = 0
  }

  #makeSpaceFor(bytes: number): void {
    if (bytes <= this.#kept.length) return
    const grown = Buffer.allocUnsafe(
      Math.min(this.#bytesMax, Math.max(bytes, this.#kept.length * 2, BYTES_FIRST)),
    )
    this.#kept.copy(grown, 0, 0, this.#keptBytes)
    this.#kept = grown
  }
}
