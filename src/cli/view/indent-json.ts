/** Deeper than this the indentation alone would grow beyond measure. */
const DEPTH_MAX = 64

/**
 * Indents JSON; undefined if the text is not JSON or is nested too deeply to be read. Only white space changes:
 * numbers beyond what JavaScript can hold and members named twice are shown as they were sent.
 */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined
  const tokens = tokensOf(text)
  const lines: string[] = []
  let depth = 0
  let line = ''
  const breakLine = () => {
    lines.push(line)
    line = '  '.repeat(depth)
  }
  for (const [index, token] of tokens.entries()) {
    const isEmptyPair = isOpening(tokens[index - 1]) && isClosing(token)
    if (isClosing(token) && !isEmptyPair) {
      depth -= 1
      breakLine()
    }
    line += token === ':' ? ': ' : token
    if (isOpening(token) && !isClosing(tokens[index + 1])) {
      depth += 1
      if (depth > DEPTH_MAX) return undefined
      breakLine()
    }
    if (token === ',') breakLine()
  }
  return [...lines, line].join('\n')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the tokens of valid JSON: strings, punctuation, and runs of anything else (numbers, true, false, null). */
function tokensOf(text: string): readonly string[] {
  return text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']'
}
