import {
  MATCH_CHARACTERS_MAX,
  MATCH_FIELDS,
  MATCH_GROUPS_MAX,
  MATCH_OPERATORS,
  MATCH_VALUE_CHARACTERS_MAX,
  MATCHERS_OF_GROUP_MAX,
  OTHERWISE,
  payloadTypesOf,
  type Match,
  type Matcher,
  type MatchGroup,
  type MatchOperator,
} from './match.ts'

/** A mistake in a `match`; the message completes "match …". */
export class MatchError extends Error {
  /** Where the mistake begins, in UTF-16 units. */
  readonly offset: number

  constructor(text: string, offset: number, message: string) {
    super(`has a mistake at character ${Array.from(text.slice(0, offset)).length + 1}: ${message}`)
    this.offset = offset
  }
}

/** Characters that end a bare word, as in Alertmanager. */
const BARE_WORD = /[^\s{}!=~,"'`\\]+/uy
const SPACE = /\s*/uy
const OPERATOR = /=~|!~|!=|=/uy
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

/**
 * Reads a `match`: matchers in the syntax of Alertmanager, joined by commas, with or without braces; groups joined by
 * `or`; or `otherwise`. A backslash that begins no escape of Alertmanager stands for itself, so that `"\d+"` is a
 * pattern. Throws `MatchError`. Source: https://prometheus.io/docs/alerting/latest/configuration/#matcher
 */
export function parseMatch(text: string): Match {
  if (text.length > MATCH_CHARACTERS_MAX)
    throw new MatchError(
      text,
      MATCH_CHARACTERS_MAX,
      `it is longer than ${MATCH_CHARACTERS_MAX} characters; use a pattern (=~) for values that resemble each other.`,
    )
  return text.trim() === OTHERWISE ? OTHERWISE : new Reader(text).groups()
}

class Reader {
  readonly #text: string
  #offset = 0

  constructor(text: string) {
    this.#text = text
  }

  groups(): readonly MatchGroup[] {
    const groups: MatchGroup[] = []
    do {
      if (groups.length === MATCH_GROUPS_MAX)
        this.#fail(`more than ${MATCH_GROUPS_MAX} groups; make another webhook for the others.`)
      groups.push(this.#group())
    } while (this.#takesOr())
    if (this.#offset < this.#text.length) this.#fail(this.#whyNotEnded())
    return groups
  }

  #group(): MatchGroup {
    const isBraced = this.#takes('{')
    const group: Matcher[] = []
    while (!this.#endsGroup(isBraced)) {
      if (group.length === MATCHERS_OF_GROUP_MAX)
        this.#fail(
          `more than ${MATCHERS_OF_GROUP_MAX} matchers in a group; join values with a pattern, as a=~"x|y".`,
        )
      group.push(this.#matcher())
      if (!this.#takes(',')) break
    }
    if (group.length === 0)
      this.#fail(
        'a group needs a matcher, such as label.team="dba"; to get everything, leave out match altogether.',
      )
    if (isBraced && !this.#takes('}')) this.#fail(this.#whyNotEnded('}'))
    return group
  }

  #endsGroup(isBraced: boolean): boolean {
    this.#skipSpace()
    return this.#offset === this.#text.length || (isBraced && this.#text[this.#offset] === '}')
  }

  #matcher(): Matcher {
    this.#skipSpace()
    const start = this.#offset
    const field = this.#word('a field', 'such as label.team or server')
    this.#requireField(field, start)
    const operator = this.#operator(field)
    this.#skipSpace()
    const offset = this.#offset
    const value = this.#value(field, operator)
    if (value.length > MATCH_VALUE_CHARACTERS_MAX)
      this.#fail(`a value of more than ${MATCH_VALUE_CHARACTERS_MAX} characters; shorten it.`, offset)
    return { field, operator, value, offset }
  }

  #operator(field: string): MatchOperator {
    this.#skipSpace()
    const found = this.#token(OPERATOR)
    if (this.#text[this.#offset] === '=' || this.#text[this.#offset] === '~' || found === undefined)
      return this.#fail(
        `${field} needs one of ${MATCH_OPERATORS.join(' ')} and a value, as ${field}="value".`,
      )
    return found as MatchOperator
  }

  #value(field: string, operator: MatchOperator): string {
    const next = this.#text[this.#offset]
    if (next === undefined || next === ',' || next === '}')
      this.#fail(`${field}${operator} needs a value; the empty string is "".`)
    return this.#word('the value', `of ${field} in double quotes, as ${field}${operator}"value"`)
  }

  #word(what: string, remedy: string): string {
    const word = this.#text[this.#offset] === '"' ? this.#quoted() : this.#token(BARE_WORD)
    return word ?? this.#fail(`${this.#shown()} stands where ${what} is expected; write ${what}, ${remedy}.`)
  }

  #quoted(): string {
    const start = this.#offset
    let value = ''
    for (this.#offset += 1; this.#offset < this.#text.length; this.#offset += 1) {
      const character = this.#text[this.#offset]
      if (character === '"') {
        this.#offset += 1
        return value
      }
      value += character === '\\' ? this.#escape() : character
    }
    return this.#fail(
      'the double quote is not closed; put " after the value, and \\" for one within it.',
      start,
    )
  }

  #escape(): string {
    const next = this.#text[this.#offset + 1] ?? ''
    const unit = /^u[0-9a-fA-F]{4}/u.exec(this.#text.slice(this.#offset + 1, this.#offset + 6))?.[0]
    if (unit !== undefined) {
      this.#offset += unit.length
      return String.fromCharCode(Number.parseInt(unit.slice(1), 16))
    }
    if (!Object.hasOwn(ESCAPES, next)) return '\\'
    this.#offset += 1
    return ESCAPES[next] ?? ''
  }

  #takesOr(): boolean {
    this.#skipSpace()
    const start = this.#offset
    if (this.#token(BARE_WORD) === 'or') return true
    this.#offset = start
    return false
  }

  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#offset] !== character) return false
    this.#offset += 1
    return true
  }

  #skipSpace(): void {
    this.#token(SPACE)
  }

  #token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset
    const found = pattern.exec(this.#text)?.[0]
    this.#offset += found?.length ?? 0
    return found
  }

  #requireField(field: string, offset: number): void {
    if (payloadTypesOf(field) !== undefined) return
    if (field === OTHERWISE)
      this.#fail(`${OTHERWISE} stands alone: it means what no other webhook takes.`, offset)
    this.#fail(
      `there is no field ${field}; fields are ${Object.keys(MATCH_FIELDS).join(', ')}, label.<name> and annotation.<name>. For a label write label.${field || '<name>'}.`,
      offset,
    )
  }

  #whyNotEnded(closing?: string): string {
    const ends = closing === undefined ? '' : `, or ${closing} to close the group`
    return `${this.#shown()} stands where a group ends; write a comma between matchers, "or" between groups${ends}, and put a value with spaces or signs in double quotes.`
  }

  #shown(): string {
    const rest = this.#text.slice(this.#offset)
    if (rest === '') return 'the end'
    return `"${[...rest].slice(0, 20).join('')}"`
  }

  #fail(message: string, offset = this.#offset): never {
    throw new MatchError(this.#text, offset, message)
  }
}
