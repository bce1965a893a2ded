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

/**
 * The first name that stands twice in one object; undefined if none does. Only for a text that is JSON. Takes time in
 * proportion to the text, and no stack.
 */
export function findRepeatedMember(json: string): string | undefined {
  // The names of each object that is open; an array has none.
  const open: (Set<string> | undefined)[] = []
  let isName = false
  for (let offset = 0; offset < json.length; offset += 1) {
    switch (json[offset]) {
      case '{':
        open.push(new Set())
        isName = true
        break
      case '[':
        open.push(undefined)
        isName = false
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        isName = open.at(-1) !== undefined
        break
      case '"': {
        const end = stringEnd(json, offset)
        if (isName) {
          const name = nameIn(json.slice(offset, end))
          const names = open.at(-1)
          if (names?.has(name)) return name
          names?.add(name)
        }
        isName = false
        offset = end - 1
      }
    }
  }
  return undefined
}

/** One name may be written in several ways: `"a"` and `"\u0061"`. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

/** The offset after the string that begins at `start`, in a text that is JSON. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(json: string, offset: number): boolean {
  let backslashes = 0
  while (json[offset - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
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
