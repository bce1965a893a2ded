import { systemChance } from '../../runtime/clock.ts'

const PRIME = 0x01000193
/** Nobody outside can know which names fall together. */
const SEED = systemChance.bytes(4).readUInt32LE()

/** Counts different stretches of bytes in a little memory: of those whose hashes (FNV-1a) are equal it sees one. */
export class DifferentNames {
  readonly #bytes: Uint8Array
  readonly #seen = new Uint8Array(2 ** 16)
  #count = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get count(): number {
    return this.#count
  }

  add(start: number, end: number): void {
    let hash = SEED
    for (let offset = start; offset < end; offset += 1) {
      hash = Math.imul(hash ^ this.#bytes[offset]!, PRIME)
    }
    const slot = (hash ^ (hash >>> 16)) & 0xffff
    if (this.#seen[slot] === 1) return
    this.#seen[slot] = 1
    this.#count += 1
  }
}
