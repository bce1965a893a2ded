import type { TSchema } from 'typebox'
import { AppError } from '../../domain/errors.ts'
import type { IdOf } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { defineRoute, type Route } from '../routes/route.ts'
import { pageSchema, readPage, splitPaging } from './paging.ts'
import type { QueryDefinition } from './query.ts'

type Frame = Pick<Route, 'path' | 'scope' | 'id' | 'summary' | 'description'>

interface OneToRead<Noun extends keyof IdOf, Thing> extends Frame {
  /** The name of the kind in messages, such as `job run`. */
  readonly noun: Noun
  readonly schema: TSchema
  readonly find: (id: IdOf[Noun]) => Promise<Thing | undefined>
  /** Returns the body of the response; `from`: who asks. */
  readonly show: (thing: Thing, from: { readonly principal: Principal | undefined }) => unknown
}

/** Defines a route that reads one thing by the id in its path; 404 if it is not there. */
export function readOne<Noun extends keyof IdOf, Thing>({
  path,
  noun,
  schema,
  find,
  show,
  ...frame
}: OneToRead<Noun, Thing>): Route {
  return defineRoute({
    ...frame,
    route: `GET ${path}`,
    noun,
    responses: { 200: { description: `The ${noun}.`, schema } },
    handler: async ({ id, principal }) => {
      return { status: 200, body: await show(found(await find(id), noun, id), { principal }) }
    },
  })
}

type Paged = { readonly limit?: number; readonly before?: number }

interface ListToRead<Query extends Paged, Item> extends Frame {
  /** The name of the entries in the document, such as `job runs`. */
  readonly nouns: string
  readonly query: QueryDefinition<Query>
  /** The schema of an entry. */
  readonly schema: TSchema
  readonly read: (filter: Omit<Query, 'limit' | 'before'>, page: PageRequest) => Promise<Page<Item>>
  /** Returns the entries as they are shown, in the same order. */
  readonly show: (items: readonly Item[]) => unknown
}

/** Defines a route that reads a list page by page. */
export function readList<Query extends Paged, Item extends { readonly id: number }>({
  path,
  nouns,
  query,
  schema,
  read,
  show,
  ...frame
}: ListToRead<Query, Item>): Route {
  return defineRoute({
    ...frame,
    route: `GET ${path}`,
    query: query.schema,
    responses: { 200: { description: `A page of ${nouns}.`, schema: pageSchema(schema) } },
    handler: async (input) => {
      const { page, filter } = splitPaging(query.parse(input.query))
      const { items, next } = await readPage(
        page,
        (size) => read(filter, size),
        (item) => item,
      )
      return { status: 200, body: { items: await show(items), next } }
    },
  })
}

/** Reads a page of things that are all in memory, in the order of their ids: the cursor leads upwards. */
export function pageUpwards<Item extends { readonly id: number }>(
  all: readonly Item[],
  { before: after = 0, limit }: PageRequest,
): readonly Item[] {
  return all.filter(({ id }) => id > after).slice(0, limit)
}

/** Returns what was found, or throws `not_found` with the id. */
export function found<Thing>(thing: Thing | undefined, noun: string, id: number): Thing {
  if (thing === undefined) throw new AppError('not_found', `There is no ${noun} ${id}.`)
  return thing
}
