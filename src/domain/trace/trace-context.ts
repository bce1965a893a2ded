/**
 * A sender's trace that continues here: the span of its request, and the state of earlier systems (W3C Trace Context).
 */
export interface TraceContext {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: string
  /** 16 hexadecimal digits, not all zero. */
  readonly spanId: string
  /** False: the sender keeps no spans of this trace, so neither do we. */
  readonly isSampled: boolean
  /** The header `tracestate`; absent: there was no such header, or it was above a limit. */
  readonly state?: string
}

/** Version, trace, span and flags; later versions may add parts after a hyphen. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s
const ZEROS = /^0+$/
const SAMPLED = 1

/** The length and number of members that every system must accept. */
const STATE_LENGTH_MAX = 512
const STATE_MEMBERS_MAX = 32
const STATE_PART_LENGTH_MAX = 256
const STATE_KEY = /^[a-z0-9][a-z0-9_*/-]*(?:@[a-z][a-z0-9_*/-]*)?$/
const STATE_VALUE = /^[ -+\--<>-~]+$/

/** Returns undefined if the request names no trace, or a malformed one. */
export function readTraceContext(headers: {
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}): TraceContext | undefined {
  const parts = TRACEPARENT.exec(headers.traceparent?.trim() ?? '')
  if (!parts) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = parts
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  const state = readState(headers.tracestate)
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return { traceId, spanId, isSampled, ...(state !== undefined && { state }) }
}

/** Drops a state that breaks any rule, as the standard says. */
function readState(text: string | undefined): string | undefined {
  if (text === undefined || text.length > STATE_LENGTH_MAX) return undefined
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
  if (members.length === 0 || members.length > STATE_MEMBERS_MAX || !members.every(isMember)) return undefined
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf('='))))
  return keys.size === members.length ? members.join(',') : undefined
}

function isMember(member: string): boolean {
  const at = member.indexOf('=')
  const [key, value] = [member.slice(0, Math.max(at, 0)), member.slice(at + 1)]
  const isShort = key.length <= STATE_PART_LENGTH_MAX && value.length <= STATE_PART_LENGTH_MAX
  return isShort && STATE_KEY.test(key) && STATE_VALUE.test(value)
}

/** Returns the very same list if there is no trace. */
export function withTrace<Report extends { readonly trace?: TraceContext }>(
  reports: readonly Report[],
  trace: TraceContext | undefined,
): readonly Report[] {
  return trace ? reports.map((report) => ({ ...report, trace })) : reports
}
