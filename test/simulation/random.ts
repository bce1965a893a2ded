import type { Chance } from '../../src/runtime/clock.ts'

/**
 * All chance of a run comes from here, and from nothing but the seed. `fork` gives a stream of its own for each part
 * of the world, so that one more draw in one part does not shift what the others draw.
 */
export class Random implements Chance {
  readonly #seed: number
  #state: number

  constructor(seed: number) {
    this.#seed = seed
    this.#state = mix(seed)
  }

  fork(name: string): Random {
    let hash = this.#seed
    for (const character of name) hash = mix(hash ^ (character.codePointAt(0) ?? 0))
    return new Random(hash)
  }

  /** At least 0, below 1 (mulberry32: 32 bits of state are plenty for some thousand draws). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    return mix(this.#state) / 2 ** 32
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.integer(0, 255)))
  }

  /** Both ends included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1))
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  /** One of the names, each as likely as its weight; a weight of 0 never. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights)
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const name in weights) {
      rest -= weights[name]
      if (rest < 0) return name
    }
    throw new Error('all weights are 0')
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}
