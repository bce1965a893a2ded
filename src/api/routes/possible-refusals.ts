import type { ErrorCode } from '../../domain/errors.ts'
import { STATUS_OF } from './problem.ts'
import type { Route } from './route.ts'

/**
 * Any request may break the protocol, come too slowly or with too many headers, or when the service cannot respond.
 */
const OF_ANY: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'headers_too_large',
  'version_not_supported',
  'internal',
  'unavailable',
]

/** The body of a GET is not read; that of all others is, also where none is asked for. */
const OF_BODIES: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type']

const OF_PRINCIPALS: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'too_many_requests']

/**
 * Which refusals follow from what the route is, besides those that it declares itself. That an address has no such
 * method is no response of any of its operations.
 */
export function possibleRefusals({ method, scope, params, responses }: Route): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...OF_ANY,
    ...(method === 'GET' ? [] : OF_BODIES),
    ...(scope === null ? [] : OF_PRINCIPALS),
    ...(params ? (['not_found'] as const) : []),
  ]
  return codes.filter((code) => !(STATUS_OF[code] in responses))
}
