/**
 * The trace of a sender that goes on here: the span of its request, and what the systems before us put beside it (W3C
 * Trace Context).
 */
export interface TraceContext {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: string
  /** 16 hexadecimal digits, not all zero. */
  readonly spanId: string
  /** False: the sender keeps no spans of this trace, so neither do we. */
  readonly isSampled: boolean
  /** The header `tracestate`; absent: the request had none, or one above a limit. */
  readonly state?: string
}

/** Version, trace, span and flags; later versions may add parts after a hyphen. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s
const ZEROS = /^0+$/
const SAMPLED = 1

/** Every system must take so many characters and members of `tracestate`; nobody has to take more. */
const STATE_LENGTH_MAX = 512
const STATE_MEMBERS_MAX = 32
const STATE_PART_LENGTH_MAX = 256
const STATE_KEY = /^[a-z0-9][a-z0-9_*/-]*(?:@[a-z][a-z0-9_*/-]*)?$/
const STATE_VALUE = /^[ -+\--<>-~]+$/

/** Returns the trace that the headers of a request name; undefined: none, or it is malformed. */
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

/** Undefined: nothing of it can be passed on. What breaks a rule is dropped as a whole, as the standard says. */
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

/** Puts the trace into each report; returns the list as it is if the request has none. */
export function withTrace<Report extends { readonly trace?: TraceContext }>(
  reports: readonly Report[],
  trace: TraceContext | undefined,
): readonly Report[] {
  return trace ? reports.map((report) => ({ ...report, trace })) : reports
}
