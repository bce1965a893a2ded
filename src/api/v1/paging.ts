import type { TSchema } from 'typebox'
import { type Page, PAGE_CHARACTERS_MAX, type PageRequest } from '../../domain/page.ts'
import { Type } from '../routes/route.ts'
import { single, wholeNumber } from './query.ts'

/** The largest page of a list. */
export const PAGE_LIMIT_MAX = 500
export const PAGE_LIMIT_DEFAULT = 50

/**
 * The base64 of up to 16 decimal digits without a leading 0: four characters for three digits. Digits share their high
 * bits, so few characters are possible at each position.
 */
const CURSOR_LENGTH_MAX = 22
const CURSOR = (() => {
  const pair = '(?:[MN][DTjz]|O[DT])'
  const firstPair = '(?:M[Tjz]|N[DTjz]|O[DT])'
  const third = '[AEIMQUYcgk]'
  const fourth = '[w-z0-5]'
  const rest = `(?:[MN][AQgw]|O[AQ]|${pair}${third})?`
  const long = `${firstPair}${third}(?:${fourth}(?:${pair}${third}${fourth})*${rest})?`
  return new RegExp(`^(?:M[Qgw]|N[AQgw]|O[AQ]|${long})$`)
})()

export const PAGING = {
  limit: wholeNumber('limit', {
    description: `Most entries of a page; default ${PAGE_LIMIT_DEFAULT}. A page of long entries has fewer; continue with \`next\`.`,
    most: PAGE_LIMIT_MAX,
  }),
  before: single({
    name: 'cursor',
    description: '`next` of the previous page, unchanged.',
    schema: Type.String({ maxLength: CURSOR_LENGTH_MAX, pattern: CURSOR.source }),
    parse: parseCursor,
  }),
} as const

interface WirePage<Wire> {
  readonly items: readonly Wire[]
  /** Null: the last page. */
  readonly next: string | null
}

export function splitPaging<Query extends { readonly limit?: number; readonly before?: number }>(
  query: Query,
): { readonly page: PageRequest; readonly filter: Omit<Query, 'limit' | 'before'> } {
  const { limit = PAGE_LIMIT_DEFAULT, before, ...filter } = query
  return { page: { limit, ...(before !== undefined && { before }) }, filter }
}

/**
 * Reads one page. It asks `read` for one entry more, so that the last page is known without counting. Long entries end
 * a page early.
 */
export async function readPage<Item extends { readonly id: number }, Wire>(
  page: PageRequest,
  read: (page: PageRequest) => Promise<Page<Item>>,
  toWire: (item: Item) => Wire,
): Promise<WirePage<Wire>> {
  const items = await read({ ...page, limit: page.limit + 1, charactersMax: PAGE_CHARACTERS_MAX })
  const shown = items.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toWire),
    next: (items.length > page.limit || items.isCut) && last ? formatCursor(last.id) : null,
  }
}

export function pageSchema<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item, { maxItems: PAGE_LIMIT_MAX }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'The cursor of the next page; null on the last one.',
    }),
  })
}

/** Opaque to clients; holds the id of the last entry of the page. */
export function formatCursor(id: number): string {
  return Buffer.from(String(id)).toString('base64url')
}

function parseCursor(text: string): number {
  if (text.length > CURSOR_LENGTH_MAX || !CURSOR.test(text)) {
    throw new Error(
      'is not a cursor of this list; give `next` of the page before as it came, or leave it out',
    )
  }
  const inside = Buffer.from(text, 'base64url').toString('latin1')
  return Math.min(Number(inside), Number.MAX_SAFE_INTEGER)
}

/** Entries examined for one page of a filtered list, in chunks, between which other requests are served. */
export const EXAMINED_MAX = 2_000
const CHUNK = 500
const CHUNKS_MAX = EXAMINED_MAX / CHUNK

/** The note of the documents on such filters. */
export const EXAMINED_NOTE = `Tocsin examines up to ${EXAMINED_MAX} entries per page: a page can have fewer entries than asked for, or none, and still a \`next\`.`

/**
 * Reads a page by a filter without an index: `fitting` returns the items of a chunk that fit, in order; undefined: all
 * fit. Ends at a full page, the end of the list, or the limit.
 */
export async function readFilteredPage<Item extends { readonly id: number }>(
  page: PageRequest,
  read: (page: PageRequest) => Promise<Page<Item>>,
  fitting: ((chunk: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>) | undefined,
): Promise<WirePage<Item>> {
  if (fitting === undefined) return readPage(page, read, (item) => item)
  const items: Item[] = []
  let { before } = page
  for (let count = 0; count < CHUNKS_MAX && items.length < page.limit; count += 1) {
    const size = { limit: CHUNK, charactersMax: PAGE_CHARACTERS_MAX }
    const chunk = await read({ ...size, ...(before !== undefined && { before }) })
    const found = await fitting(chunk)
    const spare = page.limit - items.length
    items.push(...found.slice(0, spare))
    if (chunk.length < CHUNK && !chunk.isCut && found.length <= spare) return { items, next: null }
    before = found.length > spare ? items.at(-1)?.id : chunk.at(-1)?.id
  }
  return { items, next: before === undefined ? null : formatCursor(before) }
}
