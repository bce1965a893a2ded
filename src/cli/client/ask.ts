import { asObject } from '../view/json-value.ts'
import type { ApiResponse, ApiClient } from './api-client.ts'
import type { ResponseTo, ApiPath, BodyOf, Method, QueryOf } from '../view/api-types.ts'

export interface Question<M extends Method, Path extends ApiPath> {
  /** The value for `{id}`. */
  readonly id?: string | number | undefined
  readonly query?: QueryOf<M, Path> | undefined
  readonly body?: BodyOf<M, Path> | undefined
  /** Only if it is still the revision that was read. */
  readonly ifMatch?: string | undefined
  readonly timeLimitMs?: number
}

export interface ApiResult<Json> extends ApiResponse {
  readonly json: Json
}

/**
 * Calls the public API once, typed by the path in openapi/v1.json. A response that is no object reads
 * as an empty one.
 */
export async function ask<M extends Method, Path extends ApiPath>(
  client: Pick<ApiClient, 'send'>,
  method: M,
  path: Path,
  { id = '', query, body, ifMatch, timeLimitMs }: Question<M, Path> = {},
): Promise<ApiResult<ResponseTo<M, Path>>> {
  const response = await client.send({
    method,
    path: path.replace('{id}', encodeURIComponent(id)),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  })
  return { ...response, json: asObject(response.json) as ResponseTo<M, Path> }
}
