/**
 * A set of at most so many keys, each of which has a bringer. When it is full, the bringer with the most keys loses its
 * oldest. So a bringer of very many pushes out its own keys, never those of others.
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

  /** Nothing if it is there already. */
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

  /** If several bringers have the most keys, and the one that adds a key is among them, it loses one of its own. */
  #makeSpace(bringer: string): void {
    let most = this.#keysOf.get(bringer) ?? new Set<string>()
    for (const keys of this.#keysOf.values()) if (keys.size > most.size) most = keys
    const [oldest] = most
    if (oldest !== undefined) this.delete(oldest)
  }
}
