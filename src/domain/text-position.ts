/** A place in a text, for an editor. */
export interface TextPosition {
  /** From the start of the text, in UTF-16 code units, as editors and JavaScript count. */
  readonly offset: number
  /** How much of the text it is about, likewise; 0: nothing stands there that should. */
  readonly length: number
  /** From one. */
  readonly line: number
  /** From one, in characters, as people count. */
  readonly column: number
}

export function positionOf(text: string, offset: number, length = 0): TextPosition {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1
  return { offset, length: Math.min(length, text.length - offset), line, column }
}

/** `line 3, column 14`. */
export function positionText({ line, column }: TextPosition): string {
  return `line ${line}, column ${column}`
}
