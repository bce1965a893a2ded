import type { ObservationResult } from '../domain/alert/alert.ts'
import type { JobRunResult } from '../domain/alert/job-run.ts'
import type { RecordedState } from '../domain/delivery/delivery.ts'
import type { NoResponseReason, Outcome } from '../domain/receiver/outcome.ts'
import type { EventId, TokenId, UserId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { TraceContext } from '../domain/trace/trace-context.ts'

/** An attempt that was recorded. */
export interface AttemptFact {
  readonly webhookId: WebhookId
  readonly outcome: Outcome['kind']
  /** `response`, or why there was no response. */
  readonly cause: 'response' | NoResponseReason
  readonly state: RecordedState
  /** The time from the acceptance of the event to the response. */
  readonly latencyMs: number
  /** The duration of the request alone. */
  readonly durationMs: number
}

/** An observation or job run that was accepted. */
export interface IntakeFact {
  readonly kind: 'alert' | 'job_run'
  readonly source: string
  /** Null: it made none. */
  readonly eventId: EventId | null
  /** When intake began with the list in which it came. */
  readonly beganAt: Instant
  readonly result: ObservationResult | JobRunResult
  /** The number of guesses, e.g. for an unknown severity word. */
  readonly warningCount: number
  /** It became an event, and no webhook took it. */
  readonly notifiedNobody: boolean
  readonly trace?: TraceContext | undefined
}

/** A request to the API, whatever its response. */
export interface RequestFact {
  readonly requestId: string
  readonly method: string
  /** The pattern, never the address itself: `/v1/webhooks/:id`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly address: string
  readonly tokenId: TokenId | undefined
  readonly userId: UserId | undefined
  /** Set: the connection ended before the whole response was sent. */
  readonly isCutOff?: true
}
