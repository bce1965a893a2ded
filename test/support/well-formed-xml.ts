/**
 * Whether a text is a well-formed document (XML 1.0), as far as templates use the language: elements, attributes, text,
 * comments, CDATA, and references to characters and to the five entities there are without a DTD.
 */
export function isWellFormedXml(text: string): boolean {
  // Section 2.2; the flag `u` takes half of a surrogate pair for a character of its own, which is in no range here.
  if (!/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text)) return false
  const open: string[] = []
  let hasRoot = false
  let at = 0
  while (at < text.length) {
    const token = TOKEN.exec(text.slice(at))
    if (!token) return false
    at += token[0].length
    const { start, attributes = '', empty, end, text: plain, cdata } = token.groups ?? {}
    const isOutside = open.length === 0
    if (isOutside && (cdata !== undefined || (plain !== undefined && plain.trim() !== ''))) return false
    if (start !== undefined) {
      if ((isOutside && hasRoot) || hasRepeatedName(attributes)) return false
      hasRoot = true
      if (empty === '') open.push(start)
    }
    if (end !== undefined && open.pop() !== end) return false
  }
  return hasRoot && open.length === 0
}

const NAME = '[A-Za-z_][A-Za-z0-9_.-]*'
const REFERENCE = '&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);'
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"(?:[^"<&]|${REFERENCE})*"|'(?:[^'<&]|${REFERENCE})*')`
const TOKEN = new RegExp(
  [
    '^(?:',
    '<!--(?:(?!--)[^])*-->',
    '|(?<cdata><!\\[CDATA\\[(?:(?!\\]\\]>)[^])*\\]\\]>)',
    `|<(?<start>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<empty>/?)>`,
    `|</(?<end>${NAME})\\s*>`,
    `|(?<text>(?:(?!\\]\\]>)[^<&]|${REFERENCE})+)`,
    ')',
  ].join(''),
  'u',
)

function hasRepeatedName(attributes: string): boolean {
  const names = Array.from(attributes.matchAll(new RegExp(`(${ATTRIBUTE})`, 'gu')), ([one]) =>
    one.split('=')[0]?.trim(),
  )
  return new Set(names).size < names.length
}
