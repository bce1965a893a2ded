import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Principal } from '../../domain/people/principal.ts'
import type { Scope } from '../../domain/people/token.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * The result of a handler, which never sees the server. Objects are sent as JSON, text as it is,
 * undefined as no body.
 */
export interface RouteResponse {
  readonly status: number
  readonly body?: unknown
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** The scope that the principal needs; `any`: any principal, whatever its scopes; null: open to everybody. */
export type RouteScope = Scope | 'any' | null

export interface RouteInput<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: IncomingHttpHeaders
  /** The principal; undefined on routes with `scope: null`. */
  readonly principal: Principal | undefined
  /** The address of the client as text; the server decides which proxies it believes. */
  readonly address: string
  /** True if the request came by TLS, to this service or to a trusted proxy. */
  readonly isSecure: boolean
  /** The requested host, as the client or a trusted proxy names it. */
  readonly host: string
}

/**
 * A route as data: one entry validates requests, registers the handler, names the scope, and describes the operation
 * in the OpenAPI document. `path` is relative to the base path, with parameters as `:name`.
 */
export interface RouteSpec<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly method: Method
  readonly path: string
  readonly scope: RouteScope
  /** Also the operation's name in the document, e.g. `listWebhooks`. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  /** True: a browser asks for it without a person, so it does not keep a session open. */
  readonly isUnattended?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** A request without a body counts as one with `{}`. */
  readonly bodyOptional?: boolean
  /** Content types other than the declared one that are read as JSON, e.g. any type for senders that cannot set one. */
  readonly anyContentType?: boolean
  /** Sees the bytes of the body as they came, before anything is made of them. Throws an AppError to refuse them. */
  readonly checkBytes?: (body: Buffer, headers: IncomingHttpHeaders) => void
  readonly responses: Readonly<Record<number, ResponseSpec>>
  readonly handler: (input: RouteInput<Static<Params>, Static<Query>, Static<Body>>) => Promise<RouteResponse>
}

export interface ResponseSpec {
  readonly description: string
  readonly schema?: TSchema
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Route = RouteSpec<TSchema, TSchema, TSchema>

/** Keeps the handler's input typed by the route's own schemas; in the table all routes have one type. */
export function defineRoute<Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  spec: RouteSpec<Params, Query, Body>,
): Route {
  // The server calls the handler only with what these very schemas have accepted.
  return spec as unknown as Route
}
