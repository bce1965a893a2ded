import { createHash } from 'node:crypto'
import type { DeliveryId, EventId, InstallationId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { HeaderPairs, Outcome, RecordedRequest, RequestResult } from '../domain/receiver/outcome.ts'
import type { TraceContext } from '../domain/trace/trace-context.ts'
import type { IntakeFact } from './facts.ts'

/** Where what happens to an event is followed: from its report to the response of each receiver. */
export interface Traces {
  /** A report that became an event, after its commit. */
  recordReport(fact: ReportedFact, times: ReportTimes): void
  /** An attempt that begins with a claim. */
  beginAttempt(attempt: TracedAttempt): AttemptTrace
  /** Sends what is left. Never rejects. */
  stop(): Promise<void>
}

export type ReportedFact = Pick<IntakeFact, 'eventId' | 'kind' | 'source' | 'result' | 'trace'>

export interface ReportTimes {
  readonly beganAt: Instant
  readonly committedAt: Instant
}

export interface TracedAttempt {
  readonly eventId: EventId
  readonly deliveryId: DeliveryId
  readonly webhookId: WebhookId
  readonly attempt: number
  /** The trace of the sender whose report made the event; undefined: the event has its own. */
  readonly trace?: TraceContext | undefined
}

export interface AttemptTrace {
  /** The request is about to be sent. Returns headers by which the receiver can go on with the trace (W3C). */
  beginRequest(): HeaderPairs
  /** The response, or why there was no response. */
  responded(call: TracedCall): void
  /** The attempt is recorded, or was given up. */
  end(): void
}

/** A request and its outcome, without the secrets of the webhook. */
export interface TracedCall {
  readonly request: Pick<RecordedRequest, 'method' | 'url'>
  readonly result: RequestResult
  readonly outcome: Outcome
  readonly respondedAt: Instant
}

/** The name of the trace of an event, and of its first span. */
export interface TraceName {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/**
 * Returns the name of the trace of an event. It follows from the event alone, so that whoever makes an attempt days
 * later, on another node, goes on with the same trace, and nothing of it is stored.
 */
export function traceOf(installationId: InstallationId, eventId: EventId): TraceName {
  const digits = createHash('sha256').update(`${installationId}/${eventId}`).digest('hex')
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) }
}
