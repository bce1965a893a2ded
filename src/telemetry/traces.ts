import { createHash } from 'node:crypto'
import type { DeliveryId, EventId, InstallationId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { IntakeFact } from './facts.ts'

/** Where what happens to an event is followed: from its report to the answer of each receiver. */
export interface Traces {
  /** A report that became an event, after its commit. */
  recordReport(fact: ReportedFact, times: ReportTimes): void
  /** An attempt that begins with a claim. */
  beginAttempt(attempt: TracedAttempt): AttemptTrace
  /** Sends what is left. Never rejects. */
  stop(): Promise<void>
}

export type ReportedFact = Pick<IntakeFact, 'eventId' | 'kind' | 'source' | 'result'>

export interface ReportTimes {
  readonly beganAt: Instant
  readonly committedAt: Instant
}

export interface TracedAttempt {
  readonly eventId: EventId
  readonly deliveryId: DeliveryId
  readonly webhookId: WebhookId
  readonly attempt: number
}

export interface AttemptTrace {
  /** The header by which the receiver can go on with the trace (W3C Trace Context). */
  readonly traceparent: string
  /** The response, or why there was none. */
  responded(end: {
    readonly outcome: string
    readonly status: number | undefined
    readonly at: Instant
  }): void
  /** The attempt is recorded, or was given up. */
  end(): void
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
