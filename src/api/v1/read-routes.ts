import type { TSchema } from 'typebox'
import { ASKED_LABELS_MAX, type Pair, parsePair } from '../../domain/alert/text-filter.ts'
import { AppError } from '../../domain/errors.ts'
import type { Filter, Filters, ValueOf } from '../../domain/filter/filter.ts'
import type { IdOf } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { DURATION_PATTERN, parseDuration } from '../../domain/spelling.ts'
import { defineRoute, type Route, Type } from '../routes/route.ts'
import { EXAMINED_NOTE, pageSchema, readPage, splitPaging } from './paging.ts'
import type { Parameter, QueryDefinition } from './query.ts'
import { anyOf, FILTER_TEXT_MAX, flag, instant, oneOf, single, text, wholeNumber } from './query.ts'

type ParametersOf<Given extends Filters> = { readonly [Name in keyof Given]: Parameter<ValueOf<Given[Name]>> }

export function parametersOf<const Given extends Filters>(filters: Given): ParametersOf<Given> {
  const entries = Object.entries(filters).map(([name, filter]) => [name, parameterOf(filter)])
  // The kind of each filter gives the type of its parameter.
  return Object.fromEntries(entries) as ParametersOf<Given>
}

function parameterOf(filter: Filter): Parameter<unknown> {
  const { wire } = filter
  const about = filter.isExamined ? `${filter.about} ${EXAMINED_NOTE}` : filter.about
  switch (filter.kind) {
    case 'text':
      return text(wire, about)
    case 'flag':
      return flag(wire, about)
    case 'id':
      return wholeNumber(wire, { description: about })
    case 'from':
    case 'until':
      return instant(wire, about)
    case 'word':
      return oneOf(wire, filter.words, about)
    case 'words':
      return anyOf(wire, filter.words, about)
    case 'pairs':
      return pairs(wire, about)
    case 'duration':
      return duration(wire, about)
  }
}

function duration(name: string, description: string): Parameter<number> {
  const schema = Type.String({ maxLength: 20, pattern: DURATION_PATTERN })
  return single({ name, description, schema, parse: parseDuration })
}

function pairs(name: string, description: string): Parameter<readonly Pair[]> {
  return {
    name,
    description,
    schema: Type.Array(Type.String({ maxLength: FILTER_TEXT_MAX }), {
      minItems: 1,
      maxItems: ASKED_LABELS_MAX,
    }),
    parse: (texts) => {
      if (texts.length > ASKED_LABELS_MAX) throw new Error(`must stand at most ${ASKED_LABELS_MAX} times`)
      return texts.map(readPair)
    },
  }
}

/** Throws an Error that completes the name of the parameter. */
export function readPair(text: string): Pair {
  const pair = parsePair(text)
  if (!pair || text.length > FILTER_TEXT_MAX) {
    throw new Error(
      `must be a name, an equals sign and a value, at most ${FILTER_TEXT_MAX} characters, such as team=dba`,
    )
  }
  return pair
}

type Frame = Pick<Route, 'path' | 'scope' | 'id' | 'summary' | 'description'>

interface OneToRead<Noun extends keyof IdOf, Thing> extends Frame {
  /** The noun in messages, such as `job run`. */
  readonly noun: Noun
  readonly schema: TSchema
  readonly find: (id: IdOf[Noun]) => Promise<Thing | undefined>
  /** Returns the body of the response; `from`: the requester. */
  readonly show: (thing: Thing, from: { readonly principal: Principal | undefined }) => unknown
}

/** Defines a route that reads one thing by its id; 404 without it. */
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
  readonly schema: TSchema
  readonly read: (filter: Omit<Query, 'limit' | 'before'>, page: PageRequest) => Promise<Page<Item>>
  /** In the same order. */
  readonly show: (items: readonly Item[]) => unknown
}

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
    responses: { 200: [`A page of ${nouns}.`, pageSchema(schema)] },
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

/** Pages things in memory by id, upwards. */
export function pageUpwards<Item extends { readonly id: number }>(
  all: readonly Item[],
  { before: after = 0, limit }: PageRequest,
): readonly Item[] {
  return all.filter(({ id }) => id > after).slice(0, limit)
}

/** Throws `not_found` with the id. */
export function found<Thing>(thing: Thing | undefined, noun: string, id: number): Thing {
  if (thing === undefined) throw new AppError('not_found', `There is no ${noun} ${id}.`)
  return thing
}
