/**
 * A map that never holds more than so many entries. The one that was set longest ago makes room, unless `rankOf` says
 * otherwise: then the one of the lowest rank, of several the one set longest ago. At rank 0 no other is looked for, and
 * what is of rank Infinity never goes.
 */
export class BoundedMap<Key, Value> {
  readonly #entriesMax: number
  readonly #rankOf: (value: Value) => number
  readonly #map = new Map<Key, Value>()

  constructor(entriesMax: number, rankOf: (value: Value) => number = () => 0) {
    this.#entriesMax = entriesMax
    this.#rankOf = rankOf
  }

  get size(): number {
    return this.#map.size
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  /** It is the newest then. False: it could not be kept, as nothing may go. */
  set(key: Key, value: Value): boolean {
    this.#map.delete(key)
    if (this.#map.size >= this.#entriesMax && !this.#makeRoom()) return false
    this.#map.set(key, value)
    return true
  }

  delete(key: Key): void {
    this.#map.delete(key)
  }

  values(): Iterable<Value> {
    return this.#map.values()
  }

  #makeRoom(): boolean {
    let lowest: { readonly key: Key; readonly rank: number } | undefined
    for (const [key, value] of this.#map) {
      const rank = this.#rankOf(value)
      if (rank < (lowest?.rank ?? Infinity)) lowest = { key, rank }
      if (rank === 0) break
    }
    return lowest !== undefined && this.#map.delete(lowest.key)
  }
}
