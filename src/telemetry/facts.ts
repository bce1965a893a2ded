import type { ObservationResult } from '../domain/alert/alert.ts'
import type { JobRunResult } from '../domain/alert/job-run.ts'
import type { RecordedState } from '../domain/delivery/delivery.ts'
import type { NoResponseReason, Outcome } from '../domain/receiver/outcome.ts'
import type { EventId, TokenId, UserId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { TraceContext } from '../domain/trace/trace-context.ts'

export interface AttemptFact {
  readonly webhookId: WebhookId
  readonly outcome: Outcome['kind']
  readonly cause: 'response' | NoResponseReason
  readonly state: RecordedState
  /** From the acceptance of the event to the response. */
  readonly latencyMs: number
  /** The request alone. */
  readonly durationMs: number
}

export interface IntakeFact {
  readonly kind: 'alert' | 'job_run'
  readonly source: string
  /** Null: no event was made. */
  readonly eventId: EventId | null
  /** When intake began with the batch. */
  readonly beganAt: Instant
  readonly result: ObservationResult | JobRunResult
  /** Guesses, e.g. for an unknown severity word. */
  readonly warningCount: number
  /** True: no webhook matched its event. */
  readonly notifiedNobody: boolean
  readonly trace?: TraceContext | undefined
}

export interface RequestFact {
  readonly requestId: string
  readonly method: string
  /** The pattern, never the address: `/v1/webhooks/:id`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly address: string
  readonly tokenId: TokenId | undefined
  readonly userId: UserId | undefined
  /** The connection ended before the whole response was sent. */
  readonly isCutOff?: true
}
