import { type Breaker, CLOSED } from '../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { receiverHealthOf } from '../../domain/overview/receiver-health.ts'
import type { CallHour } from '../../domain/overview/webhook-calls.ts'
import { json, type RowOf, tableOf, whole } from './columns.ts'

/** Columns of a breaker with their types in PostgreSQL. */
export const BREAKER_COLUMNS = {
  failures: ['failures', 'integer'],
  failingSince: ['failing_since', 'bigint'],
  failedId: ['failed_delivery_id', 'bigint'],
  pauseMs: ['pause_ms', 'bigint'],
  pausedUntil: ['paused_until', 'bigint'],
  askedUntil: ['asked_until', 'bigint'],
  pauseReason: ['pause_reason', 'text'],
  rejectedAt: ['rejected_at', 'bigint'],
  rejections: ['rejections', 'integer'],
  rejectReason: ['reject_reason', 'text'],
  acceptedAt: ['accepted_at', 'bigint'],
  firstAcceptedAt: ['first_accepted_at', 'bigint'],
  lastRejectedAt: ['last_rejected_at', 'bigint'],
} as const satisfies Record<keyof Breaker, readonly [column: string, type: string]>

type BreakerColumn<Member extends keyof Breaker> = (typeof BREAKER_COLUMNS)[Member][0]
type BreakerRow = { [Member in keyof Breaker as BreakerColumn<Member>]: Breaker[Member] }

export interface FlowRow extends BreakerRow {
  webhook_id: WebhookId
  rate_next_at: Instant
  /** The delivery that somebody retried: it goes first until its schedule has begun. */
  first_delivery_id: DeliveryId | null
}

/** A row, or the columns of none. */
export type OptionalFlowRow = FlowRow | { readonly [Column in keyof FlowRow]: null }

const MEMBERS = Object.entries(BREAKER_COLUMNS)

/** Columns of a breaker, in the order of `breakerValues`. */
export const BREAKER_NAMES: readonly string[] = MEMBERS.map(([, [column]]) => column)

export function breakerValues(breaker: Breaker): readonly (number | string | null)[] {
  return MEMBERS.map(([member]) => breaker[member as keyof Breaker])
}

/** Returns the breaker; without a row the webhook was never called. */
export function toBreaker(row: OptionalFlowRow | undefined): Breaker {
  if (!row || row.webhook_id === null) return CLOSED
  return {
    failures: row.failures,
    failingSince: row.failing_since,
    failedId: row.failed_delivery_id,
    pauseMs: row.pause_ms,
    pausedUntil: row.paused_until,
    askedUntil: row.asked_until,
    pauseReason: row.pause_reason,
    rejectedAt: row.rejected_at,
    rejections: row.rejections,
    rejectReason: row.reject_reason,
    acceptedAt: row.accepted_at,
    firstAcceptedAt: row.first_accepted_at,
    lastRejectedAt: row.last_rejected_at,
  }
}

interface FoundHealth {
  readonly webhookId: WebhookId
  readonly breaker: Breaker
  readonly counts: Readonly<Record<string, number>>
  readonly nextDueAt: Instant | null
  readonly fallbackFor: readonly WebhookId[]
}

export function toWebhookHealth({ breaker, counts, ...found }: FoundHealth, now: Instant) {
  const { sending = 0, pending = 0, waiting = 0 } = counts
  return { ...found, ...receiverHealthOf(breaker, now, found.nextDueAt), sending, pending, waiting }
}

const CALLS_COLUMNS = {
  webhook_id: whole<WebhookId>(),
  last_called_at: whole<Instant | null>(),
  last_accepted_at: whole<Instant | null>(),
  hours: json<readonly CallHour[]>([]),
}

export const CALLS = tableOf(CALLS_COLUMNS)
export type CallsRow = RowOf<typeof CALLS_COLUMNS>
