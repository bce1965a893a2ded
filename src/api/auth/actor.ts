import type { Author } from '../../domain/audit/audit.ts'
import { AppError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { allows } from '../../domain/people/token.ts'
import { readTraceContext, type TraceContext } from '../../domain/trace/trace-context.ts'
import type { RequestOrigin } from '../routes/route.ts'

/** Returns the author of a request's change. `note`: further facts for the audit log, e.g. `through v6`. */
export function actorOf({ principal, address }: RequestOrigin, note?: string): Author {
  return {
    tokenId: principal?.tokenId ?? null,
    userId: principal?.userId ?? null,
    // Only open routes have no principal.
    name: principal?.name ?? 'somebody',
    address,
    ...(note !== undefined && { note }),
  }
}

/** Throws `internal` on an open route. */
export function principalOf(principal: Principal | undefined): Principal {
  if (!principal) throw new AppError('internal', 'This route was called by nobody.')
  return principal
}

/** Returns the trace named by the headers of a report, if its sender has `traces:write`. */
export function followedTrace({ headers, principal }: RequestOrigin): TraceContext | undefined {
  if (headers['traceparent'] === undefined || !principal || !allows(principal, 'traces:write'))
    return undefined
  const { traceparent, tracestate } = headers
  return readTraceContext({
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: [tracestate ?? []].flat().join(','),
  })
}
