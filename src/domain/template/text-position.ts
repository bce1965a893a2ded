export interface TextPosition {
  /** From the start of the text, in UTF-16 code units, as editors count. */
  readonly offset: number
  /** In code units; 0: something is missing here. */
  readonly length: number
  /** From one. */
  readonly line: number
  /** The column, from one, in characters. */
  readonly column: number
}

export function positionOf(text: string, offset: number, length = 0): TextPosition {
  return new Positions(text).at(offset, length)
}

/** Finds positions from left to right, reading each character once. */
export class Positions {
  readonly #text: string
  #offset = 0
  #line = 1
  #column = 1

  constructor(text: string) {
    this.#text = text
  }

  at(offset: number, length = 0): TextPosition {
    if (offset < this.#offset) [this.#offset, this.#line, this.#column] = [0, 1, 1]
    for (; this.#offset < offset; this.#offset += 1) {
      const unit = this.#text.charCodeAt(this.#offset)
      if (unit === LINE_BREAK) [this.#line, this.#column] = [this.#line + 1, 1]
      else if (!this.#endsPair(unit)) this.#column += 1
    }
    return {
      offset,
      length: Math.min(length, this.#text.length - offset),
      line: this.#line,
      column: this.#column,
    }
  }

  /** The second half of a surrogate pair is no character of its own. */
  #endsPair(unit: number): boolean {
    if ((unit & 0xfc00) !== 0xdc00 || this.#offset === 0) return false
    return (this.#text.charCodeAt(this.#offset - 1) & 0xfc00) === 0xd800
  }
}

const LINE_BREAK = 10

/** `line 3, column 14`. */
export function positionText({ line, column }: TextPosition): string {
  return `line ${line}, column ${column}`
}
