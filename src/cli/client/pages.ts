import type { ApiClient } from './api-client.ts'
import type { JsonObject } from '../../domain/json-object.ts'
import { asObject, asObjects, asText } from '../view/json-value.ts'

/** `--all` ends here: more than this is for a program that follows the cursors of the API itself. */
export const ITEMS_MAX = 10_000
/** The largest page that the API gives. */
const PAGE_ITEMS_MAX = 500

export interface ItemList {
  readonly items: readonly JsonObject[]
  /** Set: there is more, and it begins here. */
  readonly next: string | undefined
  /** The text as the API wrote it; of several pages, one list in the same form. */
  readonly text: string
}

export interface ListRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The limit over all pages. */
  readonly limit: number
}

/** Reads a list that has no pages. */
export async function readItems(client: Pick<ApiClient, 'send'>, path: string): Promise<ItemList> {
  const { text, json } = await client.send({ method: 'GET', path })
  return { items: asObjects(asObject(json)['items']), next: undefined, text }
}

/** The first `limit` items of a list, newest or lowest id first as the API orders them. */
export async function collectItems(
  client: Pick<ApiClient, 'send'>,
  { path, query, limit }: ListRequest,
): Promise<ItemList> {
  const pages: { readonly items: readonly unknown[]; readonly text: string }[] = []
  let cursor = query['cursor']
  let missing = limit
  do {
    const pageLimit = String(Math.min(missing, PAGE_ITEMS_MAX))
    const response = await client.send({ method: 'GET', path, query: { ...query, limit: pageLimit, cursor } })
    const page = asObject(response.json)
    const items = Array.isArray(page['items']) ? page['items'] : []
    pages.push({ items, text: response.text })
    missing -= items.length
    cursor = items.length === 0 ? undefined : asText(page['next']) || undefined
  } while (cursor !== undefined && missing > 0)

  const items = pages.flatMap((page) => page.items)
  const onlyPage = pages.length === 1 ? pages[0] : undefined
  const text = onlyPage?.text ?? JSON.stringify({ items, next: cursor ?? null })
  return { items: items.map(asObject), next: cursor, text }
}
