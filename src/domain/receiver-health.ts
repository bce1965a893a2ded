import { isPaused, pauseEndOf, type Flow } from './flow.ts'
import { formatInstant, type Instant } from './instant.ts'
import { isLate } from './trouble.ts'
import type { Webhook } from './webhook.ts'

export const HEALTH_STATES = ['well', 'failing', 'paused', 'disabled'] as const

/** `disabled` says nothing of the receiver: nothing is sent to it. */
export type HealthState = (typeof HEALTH_STATES)[number]

/** How the receiver of a webhook does at a moment. */
export interface ReceiverHealth {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** Nothing is sent before; null: not paused. */
  readonly pausedUntil: Instant | null
  readonly pauseReason: string | null
}

type Enabling = Pick<Webhook, 'enabled' | 'disabledReason'>

export function receiverHealthOf(flow: Flow, now: Instant): ReceiverHealth {
  const paused = isPaused(flow, now)
  return {
    failures: flow.failures,
    failingSince: flow.failingSince,
    pausedUntil: paused ? pauseEndOf(flow, now) : null,
    pauseReason: paused ? flow.pauseReason : null,
  }
}

export function healthStateOf(
  { failingSince, pausedUntil }: Pick<ReceiverHealth, 'failingSince' | 'pausedUntil'>,
  { enabled }: Pick<Enabling, 'enabled'>,
): HealthState {
  if (!enabled) return 'disabled'
  if (pausedUntil !== null) return 'paused'
  return failingSince === null ? 'well' : 'failing'
}

/** The same as a sentence. */
export function explainHealth(health: ReceiverHealth, { enabled, disabledReason }: Enabling): string {
  const { failures, failingSince, pausedUntil, pauseReason } = health
  if (!enabled) {
    const why = disabledReason === null ? '' : ` (${disabledReason})`
    return `It is disabled${why}: nothing is sent, and what is unfinished is held.`
  }
  if (pausedUntil !== null) {
    const why = failures === 0 ? 'It asked for time' : `It failed ${failures} times in a row`
    return `${why} (${pauseReason}): the next attempt comes at ${formatInstant(pausedUntil)}.`
  }
  if (failingSince !== null) {
    const times = failures === 1 ? 'once' : `${failures} times`
    return `It has failed ${times} since ${formatInstant(failingSince)}.`
  }
  return 'Its last attempt was accepted, or there was none.'
}

/**
 * In a sentence why a webhook is not well though its receiver is: what is due has been due for too long, whatever the
 * cause. Undefined: nothing is late, or its receiver fails.
 */
export function explainLateness(
  health: ReceiverHealth & { readonly nextDueAt: Instant | null; readonly sending: number },
  webhook: Pick<Enabling, 'enabled'>,
  now: Instant,
): string | undefined {
  const { nextDueAt, sending } = health
  if (healthStateOf(health, webhook) !== 'well' || nextDueAt === null || !isLate(nextDueAt, now)) {
    return undefined
  }
  const underWay = sending === 0 ? 'none is under way' : `${sending} are under way`
  return `Its receiver is well, but the longest due delivery has been due since ${formatInstant(nextDueAt)}, and ${underWay}.`
}
