/** Header pairs as they were on the wire; a name may stand twice. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** The request as it was sent; values of headers that carry secrets are masked before it gets here. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderPairs
  readonly body: string
}

/** The response, its body cut at the cap. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: HeaderPairs
  readonly body: string
  readonly bodyTruncated: boolean
}

/** The duration of each phase in milliseconds; absent: the phase did not happen. */
export interface Timing {
  /** DNS, TCP and TLS of a new connection, each for itself; absent when a kept one was used. */
  readonly dnsMs?: number
  readonly connectMs?: number
  readonly tlsMs?: number
  /** The time from the start of the attempt to the first byte of the response. */
  readonly firstByteMs?: number
  /** The time from the start of the attempt to its end. */
  readonly totalMs: number
}

export type NoResponseReason =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  | 'proxy'
  | 'blocked'
  | 'protocol'
  | 'cancelled'
  | 'exhaustion'
  /** A label that the URL needs is missing. */
  | 'no_address'

/** Tells whether the attempt ended here, and so says nothing about the receiver. */
export function endedHere(result: RequestResult): boolean {
  return result.kind === 'no-response' && (result.reason === 'cancelled' || result.reason === 'no_address')
}

/** The result of an HTTP request. Never an exception. */
export type RequestResult =
  | {
      readonly kind: 'response'
      readonly response: RecordedResponse
      /** The name of the proxy that read the request, and may have responded itself. */
      readonly proxy?: string
      readonly timing: Timing
    }
  | {
      readonly kind: 'no-response'
      readonly reason: NoResponseReason
      readonly detail: string
      /** Bytes of the request may have reached somebody; absent: certainly none. */
      readonly isWritten?: true
      readonly timing: Timing
    }

/**
 * The kinds of failure of an attempt. `unreachable`, `endpoint_wrong`: about the receiver, which does not respond or
 * has a problem, or whose address or credentials are wrong. `asks_for_time`: the receiver wants no more for a while.
 * `rejected`: about this one notification, which a working receiver does not accept.
 */
export const FAILURE_KINDS = ['unreachable', 'endpoint_wrong', 'asks_for_time', 'rejected'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** The meaning of a response. */
export type Outcome =
  | { readonly kind: 'accept'; readonly reason: string }
  | {
      readonly kind: 'retry'
      readonly reason: string
      readonly failure: FailureKind
      /** Wait at least this long: the receiver asked for it. */
      readonly askedMs: number
      /** Nothing will change soon (a wrong token, a moved address): skip the quick retries. */
      readonly slow: boolean
    }
  | { readonly kind: 'refuse'; readonly reason: string; readonly disableWebhook: boolean }

/** The signal of a finished attempt about the receiver, whatever it means for the delivery. */
export type HealthSignal =
  | { readonly kind: 'healthy' }
  | { readonly kind: 'failing' }
  /** The receiver wants no more for a while; that is not failing. */
  | { readonly kind: 'throttling'; readonly askedMs: number }
  /** The receiver works, and did not accept this notification: that says nothing about any other. */
  | { readonly kind: 'rejecting' }
  /** The attempt ended here, and says nothing about the receiver (`endedHere`). */
  | { readonly kind: 'unknown' }
