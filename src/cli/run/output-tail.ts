/** Bytes of an output that the service keeps. */
const BYTES_MAX = 65_536

/** The end of a stream of bytes, however long that is. */
export class OutputTail {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    // Now and then, so that many small chunks cost little and the memory has a limit.
    if (this.#length > 2 * BYTES_MAX || this.#chunks.length > 4_096) this.#shorten()
  }

  /** Returns the output as text; bytes that are no UTF-8 are replaced, and no half of a character stands at the cut. */
  text(): string {
    this.#shorten()
    const [bytes = Buffer.alloc(0)] = this.#chunks
    if (bytes.length < BYTES_MAX) return bytes.toString('utf8')
    const firstOfCharacter = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80)
    return bytes.subarray(Math.max(0, firstOfCharacter)).toString('utf8')
  }

  #shorten(): void {
    const all = Buffer.concat(this.#chunks)
    // A copy: the rest of a long chunk must not stay in the memory.
    const end = Buffer.from(all.subarray(-BYTES_MAX))
    this.#chunks = [end]
    this.#length = end.length
  }
}
