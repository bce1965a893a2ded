interface BoundedMapOptions<Key, Value> {
  /**
   * The lowest rank is dropped first, of equal ranks the one set longest ago. Rank 0 ends the search;
   * Infinity is never dropped.
   */
  readonly rankOf?: (value: Value) => number
  /** Called with each dropped entry. */
  readonly onDropped?: (key: Key, value: Value) => void
}

/** A map with a limit: the entry set longest ago is dropped first, unless ranks say otherwise. */
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

  /** Stores the value as the newest. False: nothing may be dropped, so it was not stored. */
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

/**
 * A set with a limit. When full, the bringer with the most keys loses its oldest, so a bringer of very many
 * displaces only its own.
 */
export class FairSet {
  readonly #keysMax: number
  readonly #bringerOf = new Map<string, string>()
  /** Oldest first; never empty. */
  readonly #keysOf = new Map<string, Set<string>>()

  constructor(keysMax: number) {
    this.#keysMax = keysMax
  }

  has(key: string): boolean {
    return this.#bringerOf.has(key)
  }

  /** Idempotent. */
  add(key: string, bringer: string): void {
    if (this.#bringerOf.has(key)) return
    if (this.#bringerOf.size >= this.#keysMax) this.#makeSpace(bringer)
    this.#bringerOf.set(key, bringer)
    const keys = this.#keysOf.get(bringer)
    if (keys) keys.add(key)
    else this.#keysOf.set(bringer, new Set([key]))
  }

  delete(key: string): void {
    const bringer = this.#bringerOf.get(key)
    if (bringer === undefined) return
    this.#bringerOf.delete(key)
    const keys = this.#keysOf.get(bringer)
    keys?.delete(key)
    if (keys?.size === 0) this.#keysOf.delete(bringer)
  }

  /** If the adding bringer is among those with the most keys, it loses one itself. */
  #makeSpace(bringer: string): void {
    let most = this.#keysOf.get(bringer) ?? new Set<string>()
    for (const keys of this.#keysOf.values()) if (keys.size > most.size) most = keys
    const [oldest] = most
    if (oldest !== undefined) this.delete(oldest)
  }
}
