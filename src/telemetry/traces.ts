import { createHash } from 'node:crypto'
import type { DeliveryId, EventId, InstallationId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { HeaderPairs, Outcome, RecordedRequest, RequestResult } from '../domain/receiver/outcome.ts'
import type { TraceContext } from '../domain/trace/trace-context.ts'
import type { IntakeFact } from './facts.ts'

/** Follows an event from its report to the response of each receiver. */
export interface Traces {
  /** Records a report that became an event, after its commit. */
  recordReport(fact: ReportedFact, times: ReportTimes): void
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
  /** The trace of the sender; undefined: the event has its own. */
  readonly trace?: TraceContext | undefined
}

export interface AttemptTrace {
  /** Returns headers by which the receiver can continue the trace (W3C). */
  beginRequest(): HeaderPairs
  responded(call: TracedCall): void
  /** Call when the attempt is recorded, or was given up. */
  end(): void
}

/** A request and its outcome, without the webhook's secrets. */
export interface TracedCall {
  readonly request: Pick<RecordedRequest, 'method' | 'url'>
  readonly result: RequestResult
  readonly outcome: Outcome
  readonly respondedAt: Instant
}

/** The ids of an event's trace and of its first span. */
export interface TraceName {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/**
 * Derives the ids from the event alone, so that an attempt days later, on another node, continues the same trace, and
 * nothing is stored.
 */
export function traceOf(installationId: InstallationId, eventId: EventId): TraceName {
  const digits = createHash('sha256').update(`${installationId}/${eventId}`).digest('hex')
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) }
}
