import { type Breaker, isNeverCalled, isPaused, pauseEndOf } from '../flow/breaker.ts'
import { formatCount } from '../spelling.ts'
import { isLate } from '../health-problem.ts'
import type { WebhookId } from '../ids.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

export const HEALTH_STATES = [
  'healthy',
  'never_called',
  'late',
  'rejecting',
  'failing',
  'paused',
  'disabled',
] as const

/**
 * `rejecting`: the receiver responds, and accepted nothing since it rejected something. `late`: the receiver is
 * healthy, but due deliveries are not sent. `never_called`: no attempt has ended. `disabled`: nothing is sent, whatever
 * the receiver is like.
 */
export type HealthState = (typeof HEALTH_STATES)[number]

export interface ReceiverHealth {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** Nothing is sent before; null: not paused. */
  readonly pausedUntil: Instant | null
  readonly pauseReason: string | null
  /** The reason of the last failed attempt. */
  readonly failReason: string | null
  /** Attempts rejected since the receiver last accepted one. */
  readonly rejections: number
  /** The first of these rejections. */
  readonly rejectingSince: Instant | null
  /** The reason of the last rejection since then. */
  readonly rejectReason: string | null
  /** The last rejection, without an acceptance since, was in the last `REJECTING_MS`. */
  readonly isRejectingLately: boolean
  /** Null: the receiver has never accepted anything. */
  readonly firstAcceptedAt: Instant | null
  readonly isNeverCalled: boolean
  /**
   * Since when the longest due delivery has been due, if that is too long for a healthy receiver. Null: nothing is
   * late, or the receiver is the reason.
   */
  readonly lateSince: Instant | null
}

type Enabling = Pick<Webhook, 'enabled' | 'disabledReason'>

/** `dueAt`: of the longest due delivery; null: nothing is due, or it does not matter. */
export function receiverHealthOf(
  breaker: Breaker,
  now: Instant,
  dueAt: Instant | null = null,
): ReceiverHealth {
  const paused = isPaused(breaker, now)
  const isHealthy = !paused && breaker.failingSince === null
  return {
    failures: breaker.failures,
    failingSince: breaker.failingSince,
    pausedUntil: paused ? pauseEndOf(breaker, now) : null,
    pauseReason: paused ? breaker.pauseReason : null,
    failReason: breaker.failingSince === null ? null : breaker.pauseReason,
    rejections: breaker.rejections,
    rejectingSince: breaker.rejectedAt,
    rejectReason: breaker.rejectReason,
    isRejectingLately: isRejectingLately(breaker, now),
    firstAcceptedAt: breaker.firstAcceptedAt,
    isNeverCalled: isNeverCalled(breaker),
    lateSince: isHealthy && isLate(dueAt, now) ? dueAt : null,
  }
}

/**
 * A rejection is a problem of the service for so many milliseconds, longer than the default schedule waits between two
 * attempts. After that the receiver's health is unknown.
 */
export const REJECTING_MS = 3 * 3_600_000

function isRejectingLately({ rejectedAt, lastRejectedAt }: Breaker, now: Instant): boolean {
  const last = lastRejectedAt ?? rejectedAt
  return rejectedAt !== null && last !== null && now - last < REJECTING_MS
}

export function healthStateOf(
  health: Pick<
    ReceiverHealth,
    'failingSince' | 'pausedUntil' | 'rejectingSince' | 'lateSince' | 'isNeverCalled'
  >,
  { enabled }: Pick<Enabling, 'enabled'>,
): HealthState {
  if (!enabled) return 'disabled'
  if (health.pausedUntil !== null) return 'paused'
  if (health.failingSince !== null) return 'failing'
  if (health.rejectingSince !== null) return 'rejecting'
  if (health.lateSince !== null) return 'late'
  return health.isNeverCalled ? 'never_called' : 'healthy'
}

/** `sending`: its deliveries under way, if known. */
export function explainHealth(
  health: ReceiverHealth & { readonly sending?: number },
  { enabled, disabledReason }: Enabling,
): string {
  const { failures, failingSince, pausedUntil, pauseReason, lateSince } = health
  if (!enabled) {
    const why = disabledReason === null ? '' : ` (${disabledReason})`
    return `It is disabled${why}: nothing is sent, and unfinished deliveries wait until it is enabled.`
  }
  if (pausedUntil !== null) {
    const why = failures === 0 ? 'It asked for time' : `It failed ${formatCount(failures)} times in a row`
    return `${why} (${pauseReason}): the next attempt comes at ${formatInstant(pausedUntil)}.`
  }
  if (failingSince !== null) {
    const times = failures === 1 ? 'once' : `${formatCount(failures)} times`
    const why = health.failReason === null ? '' : ` (${health.failReason})`
    return `It has failed ${times} since ${formatInstant(failingSince)}${why}.`
  }
  if (health.rejectingSince !== null) return explainRejections(health)
  if (lateSince !== null) return explainLateness(lateSince, health.sending)
  return health.isNeverCalled ? 'Not called yet.' : 'Its last attempt was accepted.'
}

function explainRejections(health: ReceiverHealth): string {
  const { rejections, rejectingSince, rejectReason, firstAcceptedAt } = health
  const attempts = rejections === 1 ? 'the last attempt' : `the last ${formatCount(rejections)} attempts`
  const word = rejections === 1 ? 'at' : 'since'
  const since = rejectingSince === null ? '' : ` ${word} ${formatInstant(rejectingSince)}`
  const why = rejectReason === null ? '' : ` (${rejectReason})`
  const accepted = firstAcceptedAt === null ? 'has never accepted one' : 'has accepted none since'
  return `It answers, but rejected ${attempts}${since}${why}, and ${accepted}.`
}

function explainLateness(lateSince: Instant, sending: number | undefined): string {
  const late = `Its receiver is well, but the longest due delivery has been due since ${formatInstant(lateSince)}`
  if (sending === undefined) return `${late}.`
  return `${late}, and ${sending === 0 ? 'none is under way' : `${sending} are under way`}.`
}

/** An enabled webhook that is failing, rejecting or paused. */
export interface FailingWebhook extends ReceiverHealth {
  readonly id: WebhookId
  readonly name: string
  /** Counted up to `UNFINISHED_COUNTED_MAX`. */
  readonly unfinished: number
}

type WithoutCount = Omit<FailingWebhook, 'unfinished'>

/** Puts receivers first that have failed or rejected longest, and those that only asked for time last. */
export function compareFailing(one: WithoutCount, other: WithoutCount): number {
  return (
    problemSince(one) - problemSince(other) ||
    other.failures + other.rejections - one.failures - one.rejections ||
    one.id - other.id
  )
}

function problemSince({ failingSince, rejectingSince }: WithoutCount): Instant {
  return failingSince ?? rejectingSince ?? Infinity
}

export interface Sighted extends Pick<WithoutCount, 'id' | 'name'> {
  /** It wants high alerts. */
  readonly isForHigh: boolean
  readonly breaker: Breaker
}

interface SortedOut {
  readonly failing: number
  /** Rejected in the last `REJECTING_MS`. */
  readonly rejecting: number
  /** The others whose last attempt was rejected. */
  readonly rejectedLast: number
  readonly paused: number
  /** Paused and rejecting ones that want high alerts. */
  readonly blockedForHigh: number
  /** The worst first. */
  readonly worst: readonly WithoutCount[]
}

/** Counts the enabled webhooks whose receivers fail, reject or are paused, and picks the worst. */
export function separateUnhealthy(sighted: readonly Sighted[], now: Instant, worstMax: number): SortedOut {
  const webhooks = sighted.map(({ breaker, ...one }) => ({ ...one, ...receiverHealthOf(breaker, now) }))
  const states = webhooks.map((webhook) => healthStateOf(webhook, { enabled: true }))
  const count = (state: HealthState) => states.filter((one) => one === state).length
  const lately = webhooks.filter(
    (webhook, index) => states[index] === 'rejecting' && webhook.isRejectingLately,
  )
  const blocked = [...lately, ...webhooks.filter((_, index) => states[index] === 'paused')]
  return {
    failing: count('failing'),
    rejecting: lately.length,
    rejectedLast: count('rejecting') - lately.length,
    paused: count('paused'),
    blockedForHigh: blocked.filter(({ isForHigh }) => isForHigh).length,
    worst: webhooks
      .filter((_, index) => isUnhealthy(states[index]!))
      .toSorted(compareFailing)
      .slice(0, worstMax)
      .map(withoutFlag),
  }
}

function withoutFlag(webhook: Omit<Sighted, 'breaker'> & ReceiverHealth): WithoutCount {
  const { isForHigh: _, ...rest } = webhook
  return rest
}

function isUnhealthy(state: HealthState): boolean {
  return state === 'failing' || state === 'rejecting' || state === 'paused'
}
