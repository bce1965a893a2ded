import { AppError } from '../../domain/errors.ts'
import { type ResponseSpec, type RouteResponse, Type } from '../routes/route.ts'
import { mistakeOf } from './alertmanager-silence.ts'

export const AS_JSON = { 'content-type': 'application/json; charset=utf-8' }

/** Refuses in the form that Alertmanager's clients read: a JSON string. */
export function refusal(message: string, status = 400): RouteResponse {
  return { status, body: JSON.stringify(message), headers: AS_JSON }
}

export function refusalSpec(description: string): ResponseSpec {
  return {
    description: `A JSON string: ${description}`,
    schema: Type.String(),
    contentType: 'application/json',
  }
}

const STATUS: Readonly<Record<string, number>> = { invalid_request: 400, conflict: 400, not_found: 404 }

/** Returns the response, or mistakes in the request as refusals in Alertmanager's form. */
export async function orRefusal(respond: () => Promise<RouteResponse>): Promise<RouteResponse> {
  try {
    return await respond()
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code] : undefined
    if (status === undefined) throw error
    return refusal(mistakeOf(error as AppError), status)
  }
}
