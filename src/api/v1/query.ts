import type { TSchema, TUnsafe } from 'typebox'
import { Type } from '../routes/route.ts'
import { invalidRequest, type Issue } from '../../domain/errors.ts'
import { parseInstant, type Instant } from '../../domain/instant.ts'

export interface Parameter<Value> {
  readonly name: string
  readonly description: string
  /** The schema of the value in the document; the wire carries only text. */
  readonly schema: TSchema
  /** Takes one text per occurrence, in order. Throws an Error that completes "<name> …". */
  readonly parse: (texts: readonly string[]) => Value
}

/** The raw query; a repeated parameter is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

type ValuesOf<Parameters extends Readonly<Record<string, Parameter<unknown>>>> = {
  readonly [Name in keyof Parameters]?: ReturnType<Parameters[Name]['parse']>
}

export interface QueryDefinition<Values> {
  /** Refuses unknown parameters; `parse` checks the texts. */
  readonly schema: TUnsafe<RawQuery>
  /** Leaves out absent parameters. Throws `invalid_request` that names every wrong one. */
  readonly parse: (query: RawQuery) => Values
}

/** Defines a route's query by our own names: the store takes the result of `parse` as a filter. */
export function defineQuery<const Parameters extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: Parameters,
  /** Parameters of an earlier release, with their replacement. */
  former: Readonly<Record<string, string>> = {},
): QueryDefinition<ValuesOf<Parameters>> {
  return {
    schema: Type.Unsafe<RawQuery>({
      type: 'object',
      additionalProperties: false,
      'x-unknown': former,
      properties: Object.fromEntries(
        Object.values(parameters).map(({ name, description, schema }) => [
          name,
          { description, 'x-value': schema },
        ]),
      ),
    }),
    parse: (query) => parseQuery(parameters, query),
  }
}

function parseQuery<Parameters extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: Parameters,
  query: RawQuery,
): ValuesOf<Parameters> {
  const issues: Issue[] = []
  const values: Record<string, unknown> = {}
  for (const [ourName, { name, parse }] of Object.entries(parameters)) {
    const given = query[name]
    if (given === undefined) continue
    try {
      values[ourName] = parse(typeof given === 'string' ? [given] : given)
    } catch (error) {
      issues.push({ path: name, message: (error as Error).message })
    }
  }
  if (issues.length > 0) throw invalidRequest(issues)
  // Each value came from the parser of its own parameter.
  return values as ValuesOf<Parameters>
}

/** Defines a parameter that may be given once. */
export function single<Value>(parameter: {
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  readonly parse: (text: string) => Value
}): Parameter<Value> {
  return {
    ...parameter,
    parse: ([text = '', ...more]) => {
      if (more.length > 0) throw new Error('must stand only once')
      return parameter.parse(text)
    },
  }
}

export function wholeNumber(
  name: string,
  { description, most = Number.MAX_SAFE_INTEGER }: { readonly description: string; readonly most?: number },
): Parameter<number> {
  return single({
    name,
    description,
    schema: Type.Integer({ minimum: 1, maximum: most }),
    parse: (text) => {
      const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0
      if (value < 1 || value > most) throw new Error(`must be a whole number from 1 to ${most}`)
      return value
    },
  })
}

/** The text of a filter of a list, in characters. */
export const FILTER_TEXT_MAX = 500

export function text(name: string, description: string): Parameter<string> {
  return single({
    name,
    description,
    schema: Type.String({ minLength: 1, maxLength: FILTER_TEXT_MAX }),
    parse: (text) => {
      if (text === '') throw new Error('must not be empty; leave it out to get all')
      if (text.length > FILTER_TEXT_MAX) throw new Error(`must have at most ${FILTER_TEXT_MAX} characters`)
      return text
    },
  })
}

export function instant(name: string, description: string): Parameter<Instant> {
  return single({
    name,
    description,
    schema: Type.String({ format: 'date-time' }),
    parse: (text) => {
      // A raw plus sign in a query means a space.
      const at = parseInstant(text.replace(/ (?=\d\d:\d\d$)/, '+'))
      if (at === undefined) throw new Error('must be a time such as 2026-09-14T03:00:00Z (RFC 3339)')
      return at
    },
  })
}

/** Defines a parameter that is `true` or `false`. */
export function flag(name: string, description: string): Parameter<boolean> {
  return single({
    name,
    description,
    schema: Type.Boolean(),
    parse: (text) => {
      if (text !== 'true' && text !== 'false') throw new Error('must be true or false')
      return text === 'true'
    },
  })
}

export function oneOf<const Word extends string>(
  name: string,
  words: readonly Word[],
  description: string,
): Parameter<Word> {
  return single({ name, description, schema: Type.Enum([...words]), parse: (text) => findWord(words, text) })
}

/** Words separated by commas or given one by one; each counts once. */
export function anyOf<const Word extends string>(
  name: string,
  words: readonly Word[],
  description: string,
): Parameter<readonly Word[]> {
  return {
    name,
    description,
    schema: Type.Array(Type.Enum([...words]), { minItems: 1 }),
    parse: (texts) => [
      ...new Set(texts.flatMap((text) => text.split(',')).map((text) => findWord(words, text.trim()))),
    ],
  }
}

function findWord<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text)
  if (word === undefined)
    throw new Error(`is "${text.slice(0, 100)}", but must be one of ${words.join(', ')}`)
  return word
}
