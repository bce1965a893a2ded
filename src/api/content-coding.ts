/** The codings that files are kept in, the smallest first. */
const CODINGS = ['br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number] | 'identity'

/** The best one that the caller accepts, by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function chooseCoding(accepted: string | readonly string[] | undefined): Coding {
  const entries = [accepted ?? ''].flat().join(',').split(',').map(parseEntry)
  return CODINGS.find((coding) => accepts(entries, coding)) ?? 'identity'
}

interface Entry {
  readonly name: string
  readonly isRefused: boolean
}

function parseEntry(text: string): Entry {
  const [name = '', ...parameters] = text
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/)
  return { name, isRefused: parameters.some((parameter) => /^q\s*=\s*0(?:\.0{0,3})?$/.test(parameter)) }
}

function accepts(entries: readonly Entry[], coding: string): boolean {
  const entry = entries.find(({ name }) => name === coding) ?? entries.find(({ name }) => name === '*')
  return entry !== undefined && !entry.isRefused
}
