import type { components, paths } from '../../../openapi/v1.d.ts'

/**
 * What openapi/v1.json says, as types. The service may be a little older or newer than this tool: of what it answers
 * any member may be missing; but only what the API has can be named.
 */
export type DeepPartial<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: DeepPartial<Value[Member]> | undefined }
    : Value

/** A thing that the API speaks of, by its name there. */
export type Received<Name extends keyof components['schemas']> = DeepPartial<components['schemas'][Name]>

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** As the document has it: `/v1/webhooks/{id}`. */
export type ApiPath = keyof paths

type Operation<M extends Method, Path extends ApiPath> = paths[Path][Lowercase<M>]
type Success = 200 | 201 | 202
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never

export type ResponseTo<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { responses: infer Responses }
    ? DeepPartial<JsonOf<Responses[keyof Responses & Success]>>
    : never

/** What a list holds. */
export type ItemOf<Path extends ApiPath> =
  ResponseTo<'GET', Path> extends { readonly items?: readonly (infer Item)[] | undefined } ? Item : never

/** Of the query the names; the values as they stand in the address. */
export type QueryOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { parameters: { query?: infer Query } }
    ? { readonly [Name in keyof NonNullable<Query>]?: string | undefined }
    : never

/** What must be in it is for the service to say. */
export type BodyOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { requestBody?: infer Body } ? DeepPartial<JsonOf<NonNullable<Body>>> : never
