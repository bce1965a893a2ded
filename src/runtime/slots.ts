/**
 * Things that come and go quickly, each at a number of its own while it is here; numbers are used again.
 *
 * A Set or Map that lives long and whose members change all the time is copied to a new table now and then, and each
 * old table points to the next. Once one of them is in the old generation it keeps those after it, and everything that
 * was in them, through all quick collections: with sets here every delivery became old, and the heap of a service under
 * load was 100 MB larger.
 */
export class Slots<Item> {
  readonly #items: (Item | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#items.length - this.#free.length
  }

  /** Returns the number, from 0. */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length
    this.#items[slot] = item
    return slot
  }

  /** Takes out what is there; undefined: nothing. */
  take(slot: number): Item | undefined {
    const item = this.#items[slot]
    if (item === undefined) return undefined
    this.#items[slot] = undefined
    this.#free.push(slot)
    return item
  }

  /** Returns the present items, in no order. */
  all(): readonly Item[] {
    return this.#items.filter((item) => item !== undefined)
  }
}
