import type { Steps } from '../steps.ts'

/** The beginning of a secret, and how many characters of it follow. */
export interface Sought {
  readonly text: string
  readonly charsAfter: number
}

/** A part of a text, `end` excluded. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Characters between two steps of a search: some milliseconds. */
const STEP_CHARACTERS = 256 * 1024

type MutableRange = { -readonly [Member in keyof Range]: Range[Member] }

/**
 * Finds all texts in one pass, in time proportional to the length of the given text, however many they are (Aho and
 * Corasick, 1975).
 */
export class SoughtTexts {
  // A tree of all texts with one character per node; node 0 is the root. Arrays by node number, because many thousand
  // objects would slow a scan.
  readonly #parent: Int32Array
  readonly #letter: Uint16Array
  /** The node of the longest text that ends this one. */
  readonly #shorter: Int32Array
  /** How far a match at this node reaches backwards, and forwards after its last character. */
  readonly #charsBack: Int32Array
  readonly #charsForth: Int32Array
  /** The first child, and the count: most nodes have at most one child, and need no search. */
  readonly #firstChild: Int32Array
  readonly #childCount: Int32Array
  /** Children by parent and letter, with open addressing; its size is a power of two. */
  readonly #children: Int32Array
  #count = 1

  constructor(sought: readonly Sought[]) {
    const nodesMax = 1 + sought.reduce((sum, { text }) => sum + text.length, 0)
    this.#parent = new Int32Array(nodesMax)
    this.#letter = new Uint16Array(nodesMax)
    this.#shorter = new Int32Array(nodesMax)
    this.#charsBack = new Int32Array(nodesMax)
    this.#charsForth = new Int32Array(nodesMax)
    this.#firstChild = new Int32Array(nodesMax)
    this.#childCount = new Int32Array(nodesMax)
    this.#children = new Int32Array(2 ** Math.ceil(Math.log2(nodesMax * 2)))
    this.#grow(sought)
  }

  /** Grows by level, so that the shorter node, which is nearer to the root, is always finished. */
  #grow(sought: readonly Sought[]): void {
    const longest = sought.reduce((max, { text }) => Math.max(max, text.length), 0)
    const reached = new Int32Array(sought.length)
    for (let depth = 0; depth < longest; depth += 1) {
      for (const [index, { text, charsAfter }] of sought.entries()) {
        if (depth >= text.length) continue
        const node = this.#childOrNew(reached[index]!, text.charCodeAt(depth))
        reached[index] = node
        if (depth + 1 < text.length) continue
        this.#charsBack[node] = text.length
        this.#charsForth[node] = Math.max(this.#charsForth[node]!, charsAfter)
      }
    }
  }

  /**
   * Returns the ranges of matches from left to right; overlapping and adjoining ones are merged. A match that begins at
   * the end of the text counts from `begunCharsMin` characters on.
   */
  *find(text: string, begunCharsMin = Infinity): Steps<readonly Range[]> {
    const ranges: MutableRange[] = []
    let node = 0
    for (let from = 0; from < text.length; from += STEP_CHARACTERS) {
      if (from > 0) yield
      node = this.#scan(node, text, from, ranges)
    }
    const begunChars = this.#depthOf(node)
    if (begunChars >= begunCharsMin) addRange(ranges, text.length - begunChars, text.length)
    return ranges
  }

  /** Scans one step, adds its matches, and returns the last node. */
  #scan(begin: number, text: string, from: number, ranges: MutableRange[]): number {
    const to = Math.min(from + STEP_CHARACTERS, text.length)
    let node = begin
    for (let at = from; at < to; at += 1) {
      node = this.#follow(node, text.charCodeAt(at))
      const charsBack = this.#charsBack[node]!
      if (charsBack === 0) continue
      const end = at + 1 + this.#charsForth[node]!
      addRange(ranges, at + 1 - charsBack, Math.min(end, text.length))
    }
    return node
  }

  #depthOf(node: number): number {
    let depth = 0
    for (let at = node; at !== 0; at = this.#parent[at]!) depth += 1
    return depth
  }

  /** Returns the node of the longest text that continues with this letter. */
  #follow(from: number, letter: number): number {
    let node = from
    for (;;) {
      const child = this.#childOf(node, letter)
      if (child !== 0 || node === 0) return child
      node = this.#shorter[node]!
    }
  }

  /** Returns 0 if there is no such node. */
  #childOf(parent: number, letter: number): number {
    const first = this.#firstChild[parent]!
    if (first !== 0 && this.#letter[first] === letter) return first
    return this.#childCount[parent]! > 1 ? this.#children[this.#slotOf(parent, letter)]! : 0
  }

  #childOrNew(parent: number, letter: number): number {
    const slot = this.#slotOf(parent, letter)
    const known = this.#children[slot]!
    if (known !== 0) return known
    const node = this.#count
    const shorter = parent === 0 ? 0 : this.#follow(this.#shorter[parent]!, letter)
    this.#parent[node] = parent
    this.#letter[node] = letter
    this.#shorter[node] = shorter
    this.#charsBack[node] = this.#charsBack[shorter]!
    this.#charsForth[node] = this.#charsForth[shorter]!
    this.#children[slot] = node
    if (this.#firstChild[parent] === 0) this.#firstChild[parent] = node
    this.#childCount[parent]! += 1
    this.#count += 1
    return node
  }

  /** Returns the slot of that child, existing or not. */
  #slotOf(parent: number, letter: number): number {
    const mask = this.#children.length - 1
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(letter, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    for (;;) {
      const child = this.#children[slot]!
      if (child === 0 || (this.#parent[child] === parent && this.#letter[child] === letter)) return slot
      slot = (slot + 1) & mask
    }
  }
}

/** Expects a range that ends after the beginning of the last; it may begin before several. */
function addRange(ranges: MutableRange[], start: number, end: number): void {
  let reach = end
  for (let last = ranges.at(-1); last && last.end >= start; last = ranges.at(-1)) {
    reach = Math.max(reach, last.end)
    if (last.start <= start) {
      last.end = reach
      return
    }
    ranges.pop()
  }
  ranges.push({ start, end: reach })
}
