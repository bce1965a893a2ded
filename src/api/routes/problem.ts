import { AppError, type ErrorCode } from '../../domain/errors.ts'

/** The only file where our errors become HTTP: a new code without a status does not compile. */
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
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
}

/** The clients of v6 and v15 know this pair from the product whose interface it is. */
export interface LegacyProblem extends Problem {
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

/** Makes an AppError of whatever was thrown. The response hides the details of a defect: they are for the log. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', 'The service failed to answer this request; its log has the cause.', {
    cause: thrown,
  })
}
