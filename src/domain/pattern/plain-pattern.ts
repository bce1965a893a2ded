/** The start of a matched value: this text, then the end, anything, or what only the compiled pattern knows. */
export interface Beginning {
  readonly text: string
  readonly rest: 'end' | 'anything' | 'unknown'
}

interface PlainPattern {
  /** The ways in which matched values begin. */
  readonly beginnings: readonly Beginning[]
  /** The patterns between bars outside of groups. */
  readonly alternatives: readonly string[]
}

/** With more, the compiled pattern decides. */
const BEGINNINGS_MAX = 2000
/** Their characters per character of the pattern: groups multiply. */
const CHARACTERS_FACTOR = 4
const CHARACTERS_MIN = 100

/** Groups within groups that are read. */
const DEPTH_MAX = 50

const EMPTY: readonly Beginning[] = [{ text: '', rest: 'end' }]
const UNKNOWN: readonly Beginning[] = [{ text: '', rest: 'unknown' }]
const ANYTHING: readonly Beginning[] = [{ text: '', rest: 'anything' }]

/** Escapes for one unknown character, or for a position. */
const CLASS_ESCAPE = /\\[dDwWsSbBnrtfva]/uy
const LITERAL_ESCAPE = /\\([!-/:-@[-`{-~])/uy
const GROUP = /\((?:\?:)?(?!\?)/uy
const ONE_CHARACTER_CLASS = /\[([^\\^\]])\]/uy
const CHARACTER_CLASS = /\[\^?\]?(?:[^\\[\]]|\\[^Q])*\]/uy
const QUANTIFIER = /([*+?]|\{\d+(?:,\d*)?\})\??/uy
const LITERAL = /[^\\^$.[\]{}()|*+?]|[\]{}]/uy

/**
 * Reads the literal parts of a pattern in the syntax of RE2: texts, alternatives, groups and `.*`. Unknown syntax, such
 * as flags, makes everything unknown; the result never contradicts the compiled pattern.
 */
export function readPlainPattern(pattern: string): PlainPattern {
  return new Reader(pattern).read() ?? { beginnings: UNKNOWN, alternatives: [pattern] }
}

class Reader {
  readonly #text: string
  readonly #alternatives: string[] = []
  #offset = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): PlainPattern | undefined {
    const beginnings = this.#alternation()
    if (beginnings === undefined || this.#offset < this.#text.length) return undefined
    return { beginnings, alternatives: this.#alternatives }
  }

  #alternation(): readonly Beginning[] | undefined {
    const all: Beginning[] = []
    do {
      const start = this.#offset
      const one = this.#sequence()
      if (one === undefined) return undefined
      all.push(...one)
      if (all.length > BEGINNINGS_MAX) return undefined
      if (this.#depth === 0) this.#alternatives.push(this.#text.slice(start, this.#offset))
    } while (this.#take(/\|/uy))
    return this.#isTooMuch(all) ? undefined : all
  }

  #sequence(): readonly Beginning[] | undefined {
    let joined = EMPTY
    // Without effect, because the whole value is matched.
    if (this.#depth === 0) this.#take(/\^(?![*+?{])/uy)
    while (this.#offset < this.#text.length && !/[|)]/u.test(this.#text[this.#offset]!)) {
      if (this.#depth === 0 && this.#take(/\$(?=\||$)/uy)) continue
      const atom = this.#atom()
      if (atom === undefined) return undefined
      joined = this.#join(joined, atom)
    }
    return joined
  }

  #atom(): readonly Beginning[] | undefined {
    if (this.#take(/\.\*\??(?![*+?{])/uy)) return ANYTHING
    const one = this.#unquantified()
    const quantifier = this.#take(QUANTIFIER)?.[1]
    if (one === undefined || quantifier === undefined) return one
    // RE2 refuses two quantifiers in a row.
    if (this.#take(QUANTIFIER)) return undefined
    if (quantifier === '?') return [...one, ...EMPTY]
    return quantifier === '+' ? one.map(({ text }) => ({ text, rest: 'unknown' })) : UNKNOWN
  }

  #unquantified(): readonly Beginning[] | undefined {
    if (this.#depth < DEPTH_MAX && this.#take(GROUP)) {
      this.#depth += 1
      const inner = this.#alternation()
      this.#depth -= 1
      return this.#take(/\)/uy) ? inner : undefined
    }
    // RE2 refuses a repetition of nothing.
    if (this.#take(QUANTIFIER)) return undefined
    const literal =
      this.#take(LITERAL_ESCAPE)?.[1] ?? this.#take(ONE_CHARACTER_CLASS)?.[1] ?? this.#take(LITERAL)?.[0]
    if (literal !== undefined) return [{ text: literal, rest: 'end' }]
    return this.#take(CLASS_ESCAPE) || this.#take(CHARACTER_CLASS) || this.#take(/[.^$]/uy)
      ? UNKNOWN
      : undefined
  }

  #take(expected: RegExp): RegExpExecArray | undefined {
    expected.lastIndex = this.#offset
    const found = expected.exec(this.#text)
    this.#offset += found?.[0].length ?? 0
    return found ?? undefined
  }

  #join(first: readonly Beginning[], then: readonly Beginning[]): readonly Beginning[] {
    const goesOn = then.some(({ text, rest }) => text !== '' || rest === 'unknown')
    const joined = first.flatMap(({ text, rest }): readonly Beginning[] => {
      if (rest === 'end') return then.map((one) => ({ text: text + one.text, rest: one.rest }))
      return [{ text, rest: goesOn ? 'unknown' : rest }]
    })
    return this.#isTooMuch(joined) ? first.map(({ text }) => ({ text, rest: 'unknown' })) : joined
  }

  #isTooMuch(beginnings: readonly Beginning[]): boolean {
    const characters = beginnings.reduce((sum, { text }) => sum + text.length, 0)
    const charactersMax = Math.max(CHARACTERS_MIN, CHARACTERS_FACTOR * this.#text.length)
    return beginnings.length > BEGINNINGS_MAX || characters > charactersMax
  }
}
