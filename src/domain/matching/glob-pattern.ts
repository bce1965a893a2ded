/** A character that stands for itself, plain or escaped. */
const CHARACTER = /\\([!-/:-@[-`{-~])|([^\\^$.[\]{}()|*+?])/uy
const QUANTIFIERS = '*+?{'

/** Characters of texts that are looked for at the cost of one instruction. */
const CHARACTERS_PER_INSTRUCTION = 8

/** A pattern of texts with `.*` between them, such as `.*lag.*`, which needs no program. */
export interface GlobPattern {
  readonly matches: (value: string) => boolean
  readonly instructions: number
}

/** Undefined: the pattern has something else. */
export function readGlobPattern(pattern: string): GlobPattern | undefined {
  const texts = readTexts(pattern)
  if (texts === undefined || texts.length < 2) return undefined
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return {
    matches: (value) => containsInOrder(value, texts),
    instructions: texts.length - 1 + Math.floor(characters / CHARACTERS_PER_INSTRUCTION),
  }
}

/** Returns the texts before, between and after each `.*`; they may be empty. */
function readTexts(pattern: string): readonly string[] | undefined {
  const texts = ['']
  let offset = 0
  while (offset < pattern.length) {
    const isAnything = pattern.startsWith('.*', offset)
    CHARACTER.lastIndex = offset
    const found = isAnything ? null : CHARACTER.exec(pattern)
    if (!isAnything && !found) return undefined
    offset += found?.[0].length ?? 2
    if (QUANTIFIERS.includes(pattern[offset] ?? ' ')) return undefined
    if (found) texts[texts.length - 1] += found[1] ?? found[2] ?? ''
    else texts.push('')
  }
  return texts
}

function containsInOrder(value: string, texts: readonly string[]): boolean {
  const [first = '', last = ''] = [texts[0], texts.at(-1)]
  const end = value.length - last.length
  let from = first.length
  if (from > end || !value.startsWith(first) || !value.endsWith(last)) return false
  for (const text of texts.slice(1, -1)) {
    const at = value.indexOf(text, from)
    if (at === -1 || at + text.length > end) return false
    from = at + text.length
  }
  return true
}
