const INDENT = '  '

/** Deeper than that nobody counts the steps, and a hostile text must not become many times as long. */
const DEPTH_MAX = 40

/**
 * The text with every member on a line of its own, or null if it is no JSON object or list. Only white space between
 * the tokens changes: numbers of any length, repeated members and escapes stay as they were sent.
 */
export function prettyJson(text: string): string | null {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return null
  const parts: string[] = []
  let depth = 0
  let isJustOpened = false
  const line = () => `\n${INDENT.repeat(Math.min(depth, DEPTH_MAX))}`
  // Strings, punctuation, and everything else that is not white space.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    // Nothing stands on a line of its own within an empty pair.
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
