import { isPaused, pauseEndOf, type Breaker } from '../flow/breaker.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { isLate } from '../trouble.ts'
import type { Webhook } from '../webhook/webhook.ts'

export const HEALTH_STATES = ['well', 'late', 'failing', 'paused', 'disabled'] as const

/** `late`: the receiver is well, but what is due stands still. `disabled` says nothing of the receiver: nothing is sent to it. */
export type HealthState = (typeof HEALTH_STATES)[number]

/** How the receiver of a webhook does at a moment. */
export interface ReceiverHealth {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** Nothing is sent before; null: not paused. */
  readonly pausedUntil: Instant | null
  readonly pauseReason: string | null
  /**
   * Since when the longest due delivery has been due, if that is too long for a receiver that is well, whatever the cause.
   * Null: nothing is late, or the receiver itself is the cause.
   */
  readonly lateSince: Instant | null
}

type Enabling = Pick<Webhook, 'enabled' | 'disabledReason'>

/** `dueAt`: of its longest due delivery; null: nothing is due, or it does not matter to the caller. */
export function receiverHealthOf(
  breaker: Breaker,
  now: Instant,
  dueAt: Instant | null = null,
): ReceiverHealth {
  const paused = isPaused(breaker, now)
  const isWell = !paused && breaker.failingSince === null
  return {
    failures: breaker.failures,
    failingSince: breaker.failingSince,
    pausedUntil: paused ? pauseEndOf(breaker, now) : null,
    pauseReason: paused ? breaker.pauseReason : null,
    lateSince: isWell && isLate(dueAt, now) ? dueAt : null,
  }
}

export function healthStateOf(
  {
    failingSince,
    pausedUntil,
    lateSince,
  }: Pick<ReceiverHealth, 'failingSince' | 'pausedUntil' | 'lateSince'>,
  { enabled }: Pick<Enabling, 'enabled'>,
): HealthState {
  if (!enabled) return 'disabled'
  if (pausedUntil !== null) return 'paused'
  if (failingSince !== null) return 'failing'
  return lateSince === null ? 'well' : 'late'
}

/** The same as a sentence. `sending`: how many of its deliveries are under way, where that is known. */
export function explainHealth(
  health: ReceiverHealth & { readonly sending?: number },
  { enabled, disabledReason }: Enabling,
): string {
  const { failures, failingSince, pausedUntil, pauseReason, lateSince } = health
  if (!enabled) {
    const why = disabledReason === null ? '' : ` (${disabledReason})`
    return `It is disabled${why}: nothing is sent, and what is unfinished is parked.`
  }
  if (pausedUntil !== null) {
    const why = failures === 0 ? 'It asked for time' : `It failed ${failures} times in a row`
    return `${why} (${pauseReason}): the next attempt comes at ${formatInstant(pausedUntil)}.`
  }
  if (failingSince !== null) {
    const times = failures === 1 ? 'once' : `${failures} times`
    return `It has failed ${times} since ${formatInstant(failingSince)}.`
  }
  if (lateSince !== null) return explainLateness(lateSince, health.sending)
  return 'Its last attempt was accepted, or there was none.'
}

function explainLateness(lateSince: Instant, sending: number | undefined): string {
  const late = `Its receiver is well, but the longest due delivery has been due since ${formatInstant(lateSince)}`
  if (sending === undefined) return `${late}.`
  return `${late}, and ${sending === 0 ? 'none is under way' : `${sending} are under way`}.`
}
