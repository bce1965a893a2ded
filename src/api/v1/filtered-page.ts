import { PAGE_CHARACTERS_MAX, type Page, type PageRequest } from '../../domain/page.ts'
import { formatCursor, type WirePage } from './paging.ts'

/** Entries that are read for one page of a filtered list, in chunks, between which other requests are served. */
export const EXAMINED_MAX = 2_000
const CHUNK = 500
const CHUNKS_MAX = EXAMINED_MAX / CHUNK

/** The note of the documents on a list with such a filter. */
export const EXAMINED_NOTE = `Tocsin examines up to ${EXAMINED_MAX} entries per page: a page can have fewer entries than asked for, or none, and still a \`next\`.`

interface Reading<Item> {
  /** Newest first, as the store lists them. */
  readonly read: (page: PageRequest) => Promise<Page<Item>>
  /** Returns the items of a chunk that fit, in their order. */
  readonly fitting: (chunk: readonly Item[]) => Promise<readonly Item[]>
}

/** A page of what fits a filter that no index serves. Ends at a full page, at the end of the list, or at the limit. */
export async function readFilteredPage<Item extends { readonly id: number }>(
  page: PageRequest,
  { read, fitting }: Reading<Item>,
): Promise<WirePage<Item>> {
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
