import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'

export const HOUR_MS = 3_600_000

/** Hours that are kept for each webhook. */
export const CALL_HOURS = 24

export interface CallHour {
  /** Its start. */
  readonly at: Instant
  readonly attempts: number
  readonly accepted: number
  /** Milliseconds of accepted attempts: the requests alone. */
  readonly acceptedMs: number
}

export interface WebhookCalls {
  readonly webhookId: WebhookId
  /** The end of the last attempt; null: never. */
  readonly lastCalledAt: Instant | null
  /** The last acceptance; null: never. */
  readonly lastAcceptedAt: Instant | null
  /** Hours with an attempt, oldest first, at most `CALL_HOURS`. */
  readonly hours: readonly CallHour[]
}

export function neverCalled(webhookId: WebhookId): WebhookCalls {
  return { webhookId, lastCalledAt: null, lastAcceptedAt: null, hours: [] }
}

/** Adds another count. Keeps the last hours, counted from the newest. */
export function addCalls(known: WebhookCalls, counted: WebhookCalls): WebhookCalls {
  const byHour = new Map(known.hours.map((hour) => [hour.at, hour]))
  for (const hour of counted.hours) {
    const before = byHour.get(hour.at)
    byHour.set(hour.at, before ? addHour(before, hour) : hour)
  }
  const hours = [...byHour.values()].toSorted((one, other) => one.at - other.at)
  const since = (hours.at(-1)?.at ?? 0) - (CALL_HOURS - 1) * HOUR_MS
  return {
    webhookId: known.webhookId,
    lastCalledAt: later(known.lastCalledAt, counted.lastCalledAt),
    lastAcceptedAt: later(known.lastAcceptedAt, counted.lastAcceptedAt),
    hours: hours.filter(({ at }) => at >= since),
  }
}

/** Returns the calls with a last acceptance not before the first one. */
export function acceptedSince(calls: WebhookCalls, firstAcceptedAt: Instant | null): WebhookCalls {
  return { ...calls, lastAcceptedAt: later(calls.lastAcceptedAt, firstAcceptedAt) }
}

function addHour(one: CallHour, other: CallHour): CallHour {
  return {
    at: one.at,
    attempts: one.attempts + other.attempts,
    accepted: one.accepted + other.accepted,
    acceptedMs: one.acceptedMs + other.acceptedMs,
  }
}

function later(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}

/** Sums of the last `CALL_HOURS` hours. */
export interface CallSums {
  readonly attempts: number
  readonly accepted: number
  /** Mean duration of accepted attempts, in milliseconds; null: none was accepted. */
  readonly meanMs: number | null
}

/** Adds up the last hours, the present one included. */
export function sumCalls({ hours }: Pick<WebhookCalls, 'hours'>, now: Instant): CallSums {
  const since = now - (now % HOUR_MS) - (CALL_HOURS - 1) * HOUR_MS
  const recent = hours.filter(({ at }) => at >= since)
  const sum = (member: Exclude<keyof CallHour, 'at'>) =>
    recent.reduce((total, hour) => total + hour[member], 0)
  const accepted = sum('accepted')
  return {
    attempts: sum('attempts'),
    accepted,
    meanMs: accepted === 0 ? null : Math.round((sum('acceptedMs') / accepted) * 10) / 10,
  }
}

/** Returns every hour, oldest first, the current one last. */
export function hourlyCalls(
  { hours }: Pick<WebhookCalls, 'hours'>,
  now: Instant,
): readonly Pick<CallHour, 'attempts' | 'accepted'>[] {
  const byHour = new Map(hours.map((hour) => [hour.at, hour]))
  const present = now - (now % HOUR_MS)
  return Array.from({ length: CALL_HOURS }, (_, index) => {
    const { attempts = 0, accepted = 0 } = byHour.get(present - (CALL_HOURS - 1 - index) * HOUR_MS) ?? {}
    return { attempts, accepted }
  })
}
