import type { components, paths } from '../../openapi/v1.d.ts'

/**
 * Types of openapi/v1.json. Any member of a response may be missing, because the service may be older or
 * newer; but only the API's members can be named.
 */
export type DeepPartial<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: DeepPartial<Value[Member]> | undefined }
    : Value

export type Received<Name extends keyof components['schemas']> = DeepPartial<components['schemas'][Name]>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A path such as `/v1/webhooks/{id}`. */
export type ApiPath = keyof paths

type Operation<M extends Method, Path extends ApiPath> = paths[Path][Lowercase<M>]
type Success = 200 | 201 | 202
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never

export type ResponseTo<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { responses: infer Responses }
    ? DeepPartial<JsonOf<Responses[keyof Responses & Success]>>
    : never

export type ItemOf<Path extends ApiPath> =
  ResponseTo<'GET', Path> extends { readonly items?: readonly (infer Item)[] | undefined } ? Item : never

/** Query members, with values as in the address. */
export type QueryOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { parameters: { query?: infer Query } }
    ? { readonly [Name in keyof NonNullable<Query>]?: string | readonly string[] | undefined }
    : never

/** A body; the service checks for required members. */
export type BodyOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { requestBody?: infer Body } ? DeepPartial<JsonOf<NonNullable<Body>>> : never
