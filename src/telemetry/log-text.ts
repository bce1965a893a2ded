/** An event of the log as JSON; everything but these three is a field. */
export type LogRecord = Readonly<Record<string, unknown>>

export interface LogTextOptions {
  readonly hasColours: boolean
}

/** The width of most names, so that the fields stand below each other. */
const NAME_WIDTH = 19
const LEVEL_WIDTH = 5

const RED = 31
const YELLOW = 33
const DIM = 2
const COLOUR_OF: Readonly<Record<string, number>> = { error: RED, warn: YELLOW, debug: DIM }

/**
 * The event on one line, to be read by a person: time, level, name, then `key=value`. Values with blanks are quoted,
 * members of objects stand as `key.member=value`, and what could drive a terminal is spelled out. Of errors it has the
 * messages of the whole chain of causes; their stacks are in the JSON format only.
 */
export function toLogText(
  { time, level, event, ...fields }: LogRecord,
  { hasColours }: LogTextOptions,
): string {
  const paint = (text: string, colour: number | undefined) =>
    hasColours && colour !== undefined ? `\u001b[${colour}m${text}\u001b[0m` : text
  const levelText = String(level)
  const pairs = Object.entries(fields).flatMap(([key, value]) => toPairs(key, value))
  return [
    paint(quoteIfNeeded(String(time)), DIM),
    paint(levelText.padEnd(LEVEL_WIDTH), COLOUR_OF[levelText]),
    quoteIfNeeded(String(event)).padEnd(NAME_WIDTH),
    ...pairs.map(([key, value]) => `${paint(`${quoteIfNeeded(key)}=`, DIM)}${quoteIfNeeded(value)}`),
  ]
    .join(' ')
    .trimEnd()
}

function toPairs(key: string, value: unknown): readonly (readonly [key: string, value: string])[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return [[key, JSON.stringify(value)]]
  if (typeof value !== 'object') return [[key, String(value)]]
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'stack') return []
    return toPairs(name === 'message' ? key : `${key}.${name}`, member)
  })
}

/** Returns a single word as it is, and anything else as a JSON string with invisible characters as `\uXXXX`. */
function quoteIfNeeded(text: string): string {
  if (/^[^\s"\\=\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u.test(text)) return text
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
