import { AppError, type ErrorCode } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Route } from './route.ts'

/** Maps every error code to its HTTP status; no other file does. */
export const STATUS_OF: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  csrf: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  unavailable: 503,
  damaged: 503,
  version_not_supported: 505,
  internal: 500,
}

export const TITLE_OF: Record<ErrorCode, string> = {
  invalid_request: 'Invalid request',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  csrf: 'Not from the console',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  request_timeout: 'Request timeout',
  conflict: 'Conflict',
  precondition_failed: 'Precondition failed',
  payload_too_large: 'Payload too large',
  unsupported_media_type: 'Unsupported media type',
  too_many_requests: 'Too many requests',
  headers_too_large: 'Headers too large',
  unavailable: 'Service unavailable',
  damaged: 'Damaged data',
  version_not_supported: 'HTTP version not supported',
  internal: 'Internal error',
}

/** RFC 9457, sent as application/problem+json. */
interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
}

/** The members that clients of v6 and v15 know. */
interface LegacyProblem extends Problem {
  readonly success: 0
  readonly errormsg: string
}

export function toProblem(error: AppError): Problem {
  return {
    ...error.members,
    type: `urn:tocsin:problem:${error.code.replaceAll('_', '-')}`,
    title: TITLE_OF[error.code],
    status: STATUS_OF[error.code],
    detail: error.message,
    errors: error.issues,
  }
}

export function toLegacyProblem(error: AppError): LegacyProblem {
  return { ...toProblem(error), success: 0, errormsg: error.message }
}

/** Makes an AppError of anything thrown; details of a defect are for the log only. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', 'The service failed to answer this request; its log has the cause.', {
    cause: thrown,
  })
}

/** Any request may break the protocol, be slow or too large, or meet an unavailable service. */
const OF_ANY: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'headers_too_large',
  'version_not_supported',
  'internal',
  'unavailable',
]

/** Bodies are read on all methods but GET, also where none is expected. */
const OF_BODIES: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type']

const OF_PRINCIPALS: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'too_many_requests']

/** Returns the refusals implied by the route, besides its declared ones; without 405, which belongs to no operation. */
export function possibleRefusals({ method, scope, params, responses }: Route): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...OF_ANY,
    ...(method === 'GET' ? [] : OF_BODIES),
    ...(scope === null ? [] : OF_PRINCIPALS),
    ...(params ? (['not_found'] as const) : []),
  ]
  return codes.filter((code) => !(STATUS_OF[code] in responses))
}

const REASON_CHARACTERS_MAX = 1_000

/** Logs why a report, or an entry of it, was refused: most monitors show the response to nobody. */
export function logRefusedReport(log: Pick<Log, 'warn'>, route: string, because: string): void {
  log.warn({ route, because: because.slice(0, REASON_CHARACTERS_MAX) }, 'report.refused')
}
