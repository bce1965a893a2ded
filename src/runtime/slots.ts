/**
 * Holds short-lived items, each at a number that is used again. A long-lived Set or Map that changes all
 * the time is copied now and then, and its old tables keep former members through quick collections: the
 * heap under load grew by 100 MB.
 */
export class Slots<Item> {
  readonly #items: (Item | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#items.length - this.#free.length
  }

  /** Returns the item's number, from 0. */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length
    this.#items[slot] = item
    return slot
  }

  /** Takes the item out; undefined: nothing is there. */
  take(slot: number): Item | undefined {
    const item = this.#items[slot]
    if (item === undefined) return undefined
    this.#items[slot] = undefined
    this.#free.push(slot)
    return item
  }

  /** Returns the items in no order. */
  all(): readonly Item[] {
    return this.#items.filter((item) => item !== undefined)
  }
}
