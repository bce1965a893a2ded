import { allows } from '../../domain/people/token.ts'
import { readTraceContext, type TraceContext } from '../../domain/trace/trace-context.ts'
import type { RouteInput } from './route.ts'

/** Returns the trace that a report continues: the one that its headers name, if its sender may say so. */
export function followedTrace({
  headers,
  principal,
}: Pick<RouteInput<unknown, unknown, unknown>, 'headers' | 'principal'>): TraceContext | undefined {
  if (headers['traceparent'] === undefined || !principal || !allows(principal, 'traces:write'))
    return undefined
  const { traceparent, tracestate } = headers
  return readTraceContext({
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: [tracestate ?? []].flat().join(','),
  })
}
