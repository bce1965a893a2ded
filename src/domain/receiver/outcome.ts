/** Header pairs as they were on the wire; a name may occur twice. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** The request as it was sent, with secret header values already masked. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderPairs
  readonly body: string
}

/** A response as received; its body is cut at the limit. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: HeaderPairs
  readonly body: string
  readonly bodyTruncated: boolean
}

/** Milliseconds per phase; absent: the phase did not happen. */
export interface Timing {
  /** DNS, TCP and TLS of a new connection, each by itself; absent for a kept one. */
  readonly dnsMs?: number
  readonly connectMs?: number
  readonly tlsMs?: number
  /** From the start of the attempt to the first byte of the response. */
  readonly firstByteMs?: number
  /** From the start of the attempt to its end. */
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

/** Tells whether the attempt ended on our side, and so says nothing about the receiver. */
export function endedHere(result: RequestResult): boolean {
  return result.kind === 'no-response' && (result.reason === 'cancelled' || result.reason === 'no_address')
}

/** The result of a request; failures are results, never exceptions. */
export type RequestResult =
  | {
      readonly kind: 'response'
      readonly response: RecordedResponse
      /** The proxy that read the request, and may have responded itself. */
      readonly proxy?: string
      readonly timing: Timing
    }
  | {
      readonly kind: 'no-response'
      readonly reason: NoResponseReason
      readonly detail: string
      /** Bytes of the request may have been sent; absent: certainly none. */
      readonly isWritten?: true
      readonly timing: Timing
    }

/**
 * `unreachable`, `endpoint_wrong`: the receiver does not respond or has a problem, or its address or credentials are
 * wrong. `asks_for_time`: it wants no more for a while. `rejected`: a working receiver does not accept this one
 * notification.
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
  /** The receiver works; this says nothing about other notifications. */
  | { readonly kind: 'rejecting' }
  /** The attempt ended on our side (`endedHere`). */
  | { readonly kind: 'unknown' }
