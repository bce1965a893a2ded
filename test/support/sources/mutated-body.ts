import * as fc from 'fast-check'

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  null,
  1e308,
  -1,
  0,
  2 ** 53,
  8_640_000_000_000_001,
  253_402_300_800,
  '-0',
  '1e400',
  '99999999999',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'x'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  '\u0000\ud800',
  '\udc00|\\|',
  'constructor',
  [[]],
  {},
  { toString: 1, constructor: null, hasOwnProperty: 'x' },
  { '\u0000': '\u0000', '\ud800': '\ud800', '': '' },
]

/** A documented body in which some members anywhere are something else, or are not there. */
export function mutatedBody(documented: unknown): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  )
  return fc
    .array(fc.tuple(fc.nat(), value), { maxLength: 5 })
    .map((changes) => changes.reduce((body, [place, given]) => replaceAt(body, place, given), documented))
}

/** With what is at the index that counting leads to replaced, or taken out. */
function replaceAt(body: unknown, place: number, given: unknown): unknown {
  if (typeof body !== 'object' || body === null) return given
  const names = Object.keys(body)
  if (names.length === 0) return given
  const name = names[place % names.length] ?? ''
  const inside = (body as Readonly<Record<string, unknown>>)[name]
  const rest = Math.floor(place / names.length)
  const changed = rest % 3 === 0 ? given : replaceAt(inside, Math.floor(rest / 3), given)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...body }
  if (given === 0) delete (copy as Record<string, unknown>)[name]
  else (copy as Record<string, unknown>)[name] = changed
  return copy
}
