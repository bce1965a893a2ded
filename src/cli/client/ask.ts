import { asObject } from '../view/json-value.ts'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import type { AnswerTo, ApiPath, BodyOf, Method, QueryOf } from '../view/api-types.ts'

export interface Question<M extends Method, Path extends ApiPath> {
  /** In the place of `{id}`. */
  readonly id?: string | number | undefined
  readonly query?: QueryOf<M, Path> | undefined
  readonly body?: BodyOf<M, Path> | undefined
  /** Only if it is still the revision that was read. */
  readonly ifMatch?: string | undefined
  readonly timeLimitMs?: number
}

export interface Reply<Json> extends ApiAnswer {
  readonly json: Json
}

/**
 * One call of the public API, typed by its path in openapi/v1.json. An answer that is no object reads as an empty one.
 */
export async function ask<M extends Method, Path extends ApiPath>(
  client: Pick<ApiClient, 'send'>,
  method: M,
  path: Path,
  { id = '', query, body, ifMatch, timeLimitMs }: Question<M, Path> = {},
): Promise<Reply<AnswerTo<M, Path>>> {
  const answer = await client.send({
    method,
    path: path.replace('{id}', encodeURIComponent(id)),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  })
  return { ...answer, json: asObject(answer.json) as AnswerTo<M, Path> }
}
