/** The codings that files are kept in, the smallest first. */
export const CODINGS = ['br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number] | 'identity'

/** Characters of `Accept-Encoding`: those of browsers have a tenth of them. What is longer counts as not there. */
export const ACCEPTED_LENGTH_MAX = 200

/** The best one of `available` that the client accepts, by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function chooseCoding(
  accepted: string | readonly string[] | undefined,
  available: readonly Exclude<Coding, 'identity'>[] = CODINGS,
): Coding {
  const text = [accepted ?? ''].flat().join(',')
  if (text.length > ACCEPTED_LENGTH_MAX) return 'identity'
  const entries = text.split(',').map(parseEntry)
  return available.find((coding) => accepts(entries, coding)) ?? 'identity'
}

interface Entry {
  readonly name: string
  readonly isRefused: boolean
}

function parseEntry(text: string): Entry {
  const [name = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return { name, isRefused: parameters.some((parameter) => /^q\s*=\s*0(?:\.0{0,3})?$/.test(parameter)) }
}

function accepts(entries: readonly Entry[], coding: string): boolean {
  const entry = entries.find(({ name }) => name === coding) ?? entries.find(({ name }) => name === '*')
  return entry !== undefined && !entry.isRefused
}
