/** A map that never holds more than so many entries: the one that was set longest ago makes room. */
export class BoundedMap<Key, Value> {
  readonly #entriesMax: number
  readonly #map = new Map<Key, Value>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  /** It is the newest then. */
  set(key: Key, value: Value): void {
    this.#map.delete(key)
    const oldest = this.#map.size >= this.#entriesMax ? this.#map.keys().next().value : undefined
    if (oldest !== undefined) this.#map.delete(oldest)
    this.#map.set(key, value)
  }

  delete(key: Key): void {
    this.#map.delete(key)
  }
}
