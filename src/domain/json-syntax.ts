/** What may stand at a place; `firstKey` and `firstValue` allow the end of the empty object and array as well. */
type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'next'

const SPACE = /[ \t\n\r]*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Where a text stops being JSON (RFC 8259): the offset of the first wrong character, the length of the text if its end
 * is missing, undefined if it is JSON. `JSON.parse` knows it too, but tells the place only sometimes, and in prose.
 * Takes time in proportion to the text, and no stack however deep it nests.
 */
export function findJsonError(text: string): number | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let offset = 0
  for (;;) {
    const start = matchEnd(SPACE, text, offset) ?? offset
    if (expected === 'next' && open.length === 0) return start === text.length ? undefined : start

    const token = text[start] ?? ''
    const after = expectedAfter(expected, token, open)
    if (after === undefined) return start
    if (token === '"') {
      const string = readString(text, start)
      if ('errorAt' in string) return string.errorAt
      offset = string.end
    } else if ('{}[]:,'.includes(token)) {
      offset = start + 1
    } else {
      const end = matchEnd(SCALAR, text, start)
      if (end === undefined) return start
      offset = end
    }
    expected = after
  }
}

/** What is expected after a token, known by its first character; undefined if it must not stand here. Keeps `open`. */
function expectedAfter(expected: Expected, token: string, open: string[]): Expected | undefined {
  const ends = open.at(-1) === '{' ? '}' : ']'
  if (token === ends && (expected === 'next' || expected === 'firstKey' || expected === 'firstValue')) {
    open.pop()
    return 'next'
  }
  switch (expected) {
    case 'value':
    case 'firstValue':
      if (token !== '{' && token !== '[') return '' === token || ':,]}'.includes(token) ? undefined : 'next'
      open.push(token)
      return token === '{' ? 'firstKey' : 'firstValue'
    case 'key':
    case 'firstKey':
      return token === '"' ? 'colon' : undefined
    case 'colon':
      return token === ':' ? 'value' : undefined
    case 'next':
      if (token !== ',') return undefined
      return ends === '}' ? 'key' : 'value'
  }
}

/** The end of the string that begins at `start`, or the first character that it must not hold. */
function readString(text: string, start: number): { readonly end: number } | { readonly errorAt: number } {
  let offset = start + 1
  while (offset < text.length) {
    const char = text[offset] ?? ''
    if (char === '"') return { end: offset + 1 }
    if (char < ' ') return { errorAt: offset }
    const end = char === '\\' ? matchEnd(ESCAPE, text, offset) : offset + 1
    if (end === undefined) return { errorAt: offset }
    offset = end
  }
  return { errorAt: offset }
}

function matchEnd(sticky: RegExp, text: string, offset: number): number | undefined {
  sticky.lastIndex = offset
  return sticky.test(text) ? sticky.lastIndex : undefined
}
