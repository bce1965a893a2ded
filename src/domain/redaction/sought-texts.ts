import type { Steps } from '../steps.ts'

/** A shorter text that is looked for, and how far the secret that it stands for goes on after it. */
export interface Sought {
  readonly text: string
  readonly charsAfter: number
}

/** A part of a text, `end` excluded. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Characters of a text between two steps of a search: some milliseconds. */
const STEP_CHARACTERS = 256 * 1024

type MutableRange = { -readonly [Member in keyof Range]: Range[Member] }

/**
 * Looks for all texts at once, in one pass over whatever it is given: however many there are, and however much they
 * resemble each other and the text, the time is in proportion to the length of the text (Aho and Corasick, 1975).
 */
export class SoughtTexts {
  // A tree of all texts in which each node is one more character; node 0 is the root. What is known of a node lies
  // at its number: there may be many thousands, and a scan must not chase objects.
  readonly #parent: Int32Array
  readonly #letter: Uint16Array
  /** The node of the longest text that this one's ends with. */
  readonly #shorter: Int32Array
  /** The reach of a match at this node backwards and, after its last character, forwards. */
  readonly #charsBack: Int32Array
  readonly #charsForth: Int32Array
  /**
   * The first child, and how many there are: nearly all nodes have one or none, and are passed without a search below.
   */
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

  /** Level by level, so that a node's shorter one, which is nearer to the root, is always finished before it. */
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
   * Where what is sought stands, from left to right; what overlaps or adjoins is one. What is only begun where the text
   * ends counts if at least `begunCharsMin` characters of it are there.
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

  /** Goes one step from a node and returns the node it ends at. Adds the matches. */
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

  /** The node of the longest text that goes on with this letter. */
  #follow(from: number, letter: number): number {
    let node = from
    for (;;) {
      const child = this.#childOf(node, letter)
      if (child !== 0 || node === 0) return child
      node = this.#shorter[node]!
    }
  }

  /** 0: no such node. */
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

  /** Where that child lies, or would. */
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

/** Adds one that ends after the beginning of the last; it may begin before several. */
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
