export interface BoundedMapOptions<Key, Value> {
  /**
   * The entry with the lowest rank is dropped first, of several the one set longest ago. At 0 no other is looked
   * for; what is of Infinity never goes.
   */
  readonly rankOf?: (value: Value) => number
  /** Called with each entry that gives way to another. */
  readonly onDropped?: (key: Key, value: Value) => void
}

/**
 * A map that never holds more than so many entries. The one that was set longest ago is dropped first, unless ranks
 * say otherwise.
 */
export class BoundedMap<Key, Value> {
  readonly #entriesMax: number
  readonly #rankOf: (value: Value) => number
  readonly #onDropped: (key: Key, value: Value) => void
  readonly #map = new Map<Key, Value>()

  constructor(
    entriesMax: number,
    { rankOf = () => 0, onDropped = () => undefined }: BoundedMapOptions<Key, Value> = {},
  ) {
    this.#entriesMax = entriesMax
    this.#rankOf = rankOf
    this.#onDropped = onDropped
  }

  get size(): number {
    return this.#map.size
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  /** Stores the value as the newest. False: nothing may go, so it was not stored. */
  set(key: Key, value: Value): boolean {
    this.#map.delete(key)
    if (this.#map.size >= this.#entriesMax && !this.#makeSpace()) return false
    this.#map.set(key, value)
    return true
  }

  delete(key: Key): void {
    this.#map.delete(key)
  }

  clear(): void {
    this.#map.clear()
  }

  values(): Iterable<Value> {
    return this.#map.values()
  }

  #makeSpace(): boolean {
    let lowest: { readonly key: Key; readonly value: Value; readonly rank: number } | undefined
    for (const [key, value] of this.#map) {
      const rank = this.#rankOf(value)
      if (rank < (lowest?.rank ?? Infinity)) lowest = { key, value, rank }
      if (rank === 0) break
    }
    if (!lowest) return false
    this.#map.delete(lowest.key)
    this.#onDropped(lowest.key, lowest.value)
    return true
  }
}
