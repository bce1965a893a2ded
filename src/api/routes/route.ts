import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TEnumValue,
  TInteger,
  TNumber,
  TObject,
  TProperties,
  TSchema,
  TString,
  Type as TypeBox,
} from 'typebox'
import { AppError } from '../../domain/errors.ts'
import type { IdOf } from '../../domain/ids.ts'
import type { Principal } from '../../domain/people/principal.ts'
import type { Scope } from '../../domain/people/token.ts'

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

/** A description alone in place of options, and objects by their titles; closed ones refuse other members. */
interface Described {
  Object<Members extends TProperties>(title: string, members: Members): TObject<Members>
  Closed<Members extends TProperties>(title: string, members: Members): TObject<Members>
  Array<Item extends TSchema>(items: Item, description: string): TArray<Item>
  Boolean(description: string): TBoolean
  Enum<Values extends TEnumValue[]>(values: readonly [...Values], description: string): TEnum<Values>
  Integer(description: string): TInteger
  Number(description: string): TNumber
  String(description: string): TString
}

type Schema = Readonly<Record<string, unknown>>
type Members = Readonly<Record<string, Schema>>
type Options = Schema | string

/** Optional members, which object schemas leave out of `required`. */
const optional = new WeakSet<Schema>()

const builders = {
  Array: (items: Schema, options?: Options) => ({ type: 'array', items, ...read(options) }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...read(options) }),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...read(options) }),
  Integer: (options?: Options) => ({ type: 'integer', ...read(options) }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...read(options) }),
  Object: (given: Members | string, other?: Schema) =>
    typeof given === 'string'
      ? describeObject(other as Members, { title: given })
      : describeObject(given, other),
  Closed: (title: string, members: Members) =>
    describeObject(members, { additionalProperties: false, title }),
  Optional: toOptional,
  Partial: ({ properties }: { readonly properties: Members }, options?: Schema) => ({
    type: 'object',
    // Its members may be used in another object.
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, toOptional(schema)]),
    ),
    ...options,
  }),
  String: (options?: Options) => ({ type: 'string', ...read(options) }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
}

function read(options: Options | undefined): Schema | undefined {
  return typeof options === 'string' ? { description: options } : options
}

function describeObject(properties: Members, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

function toOptional(schema: Schema): Schema {
  const copy = { ...schema }
  optional.add(copy)
  return copy
}

function isOptional(schema: Schema | undefined): boolean {
  return schema !== undefined && optional.has(schema)
}

/**
 * Builds JSON schemas like TypeBox and with its types, so that `Static` works. The library itself would cost a running
 * service 6 MB.
 */
export const Type = builders as unknown as Builders & Described

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** The result of a handler. Objects are sent as JSON, text as is, undefined as no body. */
export interface RouteResponse {
  readonly status: number
  readonly body?: unknown
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** The scope that the principal needs; `any`: any principal; null: open to everybody. */
export type RouteScope = Scope | 'any' | null

export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders
  /** Undefined on routes with `scope: null`. */
  readonly principal: Principal | undefined
  /** The client's address; the server decides which proxies it trusts. */
  readonly address: string
  /** By TLS, to this service or to a trusted proxy. */
  readonly isSecure: boolean
  /** The host, as the client or a trusted proxy names it. */
  readonly host: string
}

export interface RouteInput<Params, Query, Body> extends RequestOrigin {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/**
 * A route as data: validates requests, registers the handler, names the scope, and describes the operation in OpenAPI.
 */
interface RouteSpec<Params extends TSchema, Query extends TSchema, Body extends TSchema, Input> {
  readonly scope: RouteScope
  /** The operation's name in the document, e.g. `listWebhooks`. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** Sent by a browser without a person, so it does not extend a session. */
  readonly isUnattended?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** A missing body counts as `{}`. */
  readonly bodyOptional?: boolean
  /** Accepts any content type, for senders that cannot set one. */
  readonly anyContentType?: boolean
  /** Sees the raw bytes first. Throws an AppError to refuse them. */
  readonly checkBytes?: (body: Buffer, headers: IncomingHttpHeaders) => void
  /** A description alone is enough, or one with a schema. */
  readonly responses: Readonly<Record<number, ResponseSpec | string | readonly [string, TSchema]>>
  readonly handler: (input: Input) => Promise<RouteResponse>
}

export interface ResponseSpec {
  readonly description: string
  readonly schema?: TSchema
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route extends RouteSpec<TSchema, TSchema, TSchema, RouteInput<unknown, unknown, unknown>> {
  readonly method: Method
  /** Relative to the base path, with parameters as `:name`. */
  readonly path: string
}

/** `parsePathId` reads the text. */
const ID_PARAMS = Type.Object({
  id: Type.String({
    description: 'Its id.',
    'x-value': Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  }),
})

const NO_QUERY = Type.Unsafe({ type: 'object', additionalProperties: false, properties: {} })

interface Definition<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Noun extends keyof IdOf,
> extends RouteSpec<
  Params,
  Query,
  Body,
  RouteInput<Static<Params>, Static<Query>, Static<Body>> & { readonly id: IdOf[Noun] }
> {
  /** The method and path, relative to the base path, with parameters as `:name`. */
  readonly route: `${Method} ${string}`
  /** The kind of thing whose `:id` the handler gets. */
  readonly noun?: Noun
}

/** Types the handler's input by the route's schemas. Below `/v1` a route without a query refuses every parameter. */
export function defineRoute<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Noun extends keyof IdOf = never,
>({ route, noun, ...spec }: Definition<Params, Query, Body, Noun>): Route {
  const [method, path = ''] = route.split(' ')
  // The server validates by these schemas before it calls the handler.
  const plain = { ...spec, method, path } as unknown as Route
  return {
    ...(path.startsWith('/v1/') && { query: NO_QUERY }),
    ...plain,
    ...(noun !== undefined && {
      params: ID_PARAMS,
      handler: (input) => {
        const { id } = input.params as { readonly id: string }
        return plain.handler({ ...input, id: parsePathId(id, noun) } as typeof input)
      },
    }),
  }
}

/**
 * Reads an id: decimal digits without leading zeros, so that each thing has one address. Throws `not_found` with the
 * text; `noun`: what is missing, e.g. `webhook`.
 */
export function parsePathId<Noun extends keyof IdOf>(text: string, noun: Noun): IdOf[Noun] {
  if (!/^(0|[1-9]\d*)$/.test(text)) {
    throw new AppError(
      'not_found',
      `${JSON.stringify(text.slice(0, 40))} is not ${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun} id.`,
    )
  }
  const id = Number(text)
  if (id === 0 || !Number.isSafeInteger(id)) {
    throw new AppError('not_found', `There is no ${noun} ${text.slice(0, 40)}.`)
  }
  return id
}
