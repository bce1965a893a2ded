/**
 * Mistakes of a client, and failures of the service. Thrown anywhere, turned into HTTP in `api/routes/problem.ts` and
 * into exit codes in `cli/`. Expected events (a refused connection, a lost lease) are values instead.
 */
export const ERROR_CODES = {
  invalid_request: 'Something in the request is wrong; `errors` names each field and the remedy.',
  unauthorized:
    'The token or session is missing, unknown, expired or ended; name and password do not fit; or a signature does not.',
  forbidden: 'The caller is known, but its scopes do not cover this operation.',
  csrf: 'A change by the cookie of a session came from another site, or without the right `X-CSRF-Token`.',
  not_found: 'There is nothing at this address, or nothing with this id.',
  method_not_allowed: 'The address exists, but not with this method; `Allow` lists those it has.',
  request_timeout: 'The request did not arrive in time.',
  conflict: 'The request does not fit the current state.',
  precondition_failed: 'The object changed since it was read (`If-Match`).',
  payload_too_large: 'The body is larger than the limit.',
  unsupported_media_type:
    'The body has a `Content-Type` or a `Content-Encoding` that is not taken here; `application/json` without a coding always is.',
  too_many_requests: 'Too many wrong tokens or passwords came; `Retry-After` says when to try again.',
  headers_too_large: 'The address and the headers together are larger than 16 KiB.',
  version_not_supported: 'The request is in another version of HTTP than 1.1 or 1.0.',
  unavailable:
    'The service cannot do this now (overloaded, disk full, stopping); `Retry-After` says when to try again. Unless `detail` says that nothing was changed, the request may have been kept; reports can be sent again without harm.',
  damaged:
    'What is stored is damaged and cannot be read: one thing that was asked for, or the database itself; the response says which, and where the way to the backup is described.',
  internal: 'A fault of the service itself; the log has the request id and the cause.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** A wrong field: its path (`http_headers.added[0].http_header_key`; empty for the whole body) and the remedy. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Returns no issue without a message. */
export function issueAt(path: string, message: string | false | undefined): readonly Issue[] {
  return message === false || message === undefined ? [] : [{ path, message }]
}

interface AppErrorOptions {
  readonly issues?: readonly Issue[]
  readonly retryAfterMs?: number
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  readonly retryAfterMs: number | undefined
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: string,
    { issues = [], retryAfterMs, members = {}, cause }: AppErrorOptions = {},
  ) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.issues = issues
    this.retryAfterMs = retryAfterMs
    this.members = members
  }
}

/** Mistakes that a refusal names: readers of bodies stop there. */
export const ISSUES_MAX = 20

/** With more, the number comes first. */
const ISSUES_SEEN_AT_ONCE = 3

/** A refusal that names every wrong field at once, and begins with their number where there are many. */
export function invalidRequest(issues: readonly Issue[]): AppError {
  const detail = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  if (issues.length <= ISSUES_SEEN_AT_ONCE) return new AppError('invalid_request', detail, { issues })
  const count =
    issues.length >= ISSUES_MAX ? `${issues.length} mistakes or more` : `${issues.length} mistakes`
  return new AppError('invalid_request', `${count}: ${detail}`, { issues })
}

/** Throws `invalid_request` if there are issues. */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidRequest(issues)
}

/** Returns the issues of `invalid_request`; throws other errors again. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
  return error.issues
}

/** Puts paths below `whole`, such as `webhooks[0]`. */
export function issuesBelow(whole: string, issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path: path === '' ? whole : `${whole}.${path}`, message }))
}

/** Completes a sentence about a path that should be a file. */
export const FOLDER_IN_PLACE = 'is a folder; docker makes one where a mounted file is missing'
