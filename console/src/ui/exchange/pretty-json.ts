const INDENT = '  '

/** Limits the indentation of hostile text. */
const DEPTH_MAX = 40

/**
 * Indents a JSON object or list; null for other text. Only white space changes: long numbers, repeated
 * members and escapes stay as sent.
 */
export function prettyJson(text: string): string | null {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return null
  const parts: string[] = []
  let depth = 0
  let isJustOpened = false
  const line = () => `\n${INDENT.repeat(Math.min(depth, DEPTH_MAX))}`
  // Strings, punctuation, and anything else but white space.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    // An empty pair stays on one line.
    if (isJustOpened !== closes) parts.push(line())
    if (token === ',') parts.push(',', line())
    else parts.push(token === ':' ? ': ' : token)
    isJustOpened = token === '{' || token === '['
    if (isJustOpened) depth += 1
  }
  return parts.join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
