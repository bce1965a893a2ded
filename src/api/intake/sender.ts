import { principalKey } from '../../domain/people/principal.ts'
import type { ReportBody } from '../../intake/source.ts'
import type { Sender } from '../../intake/reading/dialect.ts'
import { followedTrace } from '../routes/followed-trace.ts'
import type { RouteInput } from '../routes/route.ts'

type Request = Pick<RouteInput<unknown, unknown, unknown>, 'principal' | 'address' | 'headers'>

/** Returns the sender of a report, and the trace that the report continues. */
export function originOf(request: Request): Pick<ReportBody, 'sender' | 'trace'> {
  return { sender: senderOf(request), trace: followedTrace(request) }
}

function senderOf({ principal, address }: Request): Sender {
  if (!principal) return { principal: '', name: '', address }
  return { principal: principalKey(principal), name: principal.name, address }
}
