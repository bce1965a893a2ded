import { FAILURES_BEFORE_PAUSE } from '../flow/breaker.ts'
import { formatCount } from '../spelling.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { delivers, NODE_SEEN_EVERY_MS, type ServiceNode } from './node.ts'
import { type FailingWebhook, healthStateOf } from './receiver-health.ts'
import { areTooMany, type OpenNotifications } from '../receiver-state/open-notifications.ts'
import { isLate, type Fault } from '../health-problem.ts'

/** Webhooks by health. `enabled` and `disabled` make up the total. */
export interface WebhookCounts {
  readonly total: number
  readonly enabled: number
  readonly disabled: number
  /** Enabled webhooks whose last attempt failed, without paused ones. */
  readonly failing: number
  /** Enabled webhooks whose receivers rejected in the last `REJECTING_MS`, and accepted nothing since. */
  readonly rejecting: number
  /** The others whose last attempt was rejected. */
  readonly rejectedLast: number
  /** Enabled webhooks to which nothing is sent for a while. */
  readonly paused: number
  /** Paused and rejecting ones that want high alerts. */
  readonly blockedForHigh: number
  readonly neverCalled: number
  /** Disabled by the service, because of the receiver. */
  readonly disabledByReceiver: number
}

/** Limits the count of unfinished deliveries of a failing webhook. */
export const UNFINISHED_COUNTED_MAX = 1_000

/** The deliveries to receivers of enabled webhooks that are paused or only probed. */
export interface PausedBacklog {
  /** Counted up to `PAUSED_COUNTED_MAX`. */
  readonly deliveryCount: number
  readonly webhookCount: number
  /** When the oldest was created; null: there are no such deliveries. */
  readonly oldestMadeAt: Instant | null
}

export const NOTHING_PAUSED: PausedBacklog = { deliveryCount: 0, webhookCount: 0, oldestMadeAt: null }

/** Limits the count of paused deliveries: every scrape asks for it. */
export const PAUSED_COUNTED_MAX = 10_000

export type OverviewState = 'healthy' | 'degraded' | 'stopped'

export interface OverviewFacts {
  readonly now: Instant
  readonly oldestDueAt: Instant | null
  readonly paused: PausedBacklog
  readonly webhooks: WebhookCounts
  /** The worst first. */
  readonly failing: readonly FailingWebhook[]
  readonly nodes: readonly ServiceNode[]
  /** The responding node's. */
  readonly delivery: DeliveryFacts
  /** The responding node refuses reports. */
  readonly refusal: Fault | undefined
  /** The damage of the database that the responding node has seen. */
  readonly damage: Fault | undefined
  readonly stale: StaleAlerts
  readonly openNotifications: OpenNotifications
}

/** Raised alerts that have not been reported for too long. */
export interface StaleAlerts {
  /** Counted up to `STALE_COUNTED_MAX`. */
  readonly count: number
  /** The one that was reported longest ago. */
  readonly oldest: { readonly name: string; readonly observedAt: Instant } | undefined
}

/** Limits the count of events of the last day that no webhook took. */
export const NOTIFIED_NOBODY_COUNTED_MAX = 1_000

/** Limits the count of stale alerts: more says nothing new. */
export const STALE_COUNTED_MAX = 100

export interface DeliveryFacts {
  /** False: its loop has stalled. A node that does not deliver has no loop to stall. */
  readonly isAlive: boolean
  /** Attempts cannot be recorded, so deliveries pause. */
  readonly stalled: Fault | undefined
  /** Set: what is due cannot be claimed. */
  readonly unclaimed: Fault | undefined
  /** The machine refuses what requests need. */
  readonly exhaustion: Fault | undefined
}

/**
 * A receiver that fails for so long is a problem; before that, after `FAILURES_BEFORE_PAUSE` attempts. A rejecting one
 * is a problem at once, for `REJECTING_MS`: what it rejected is not retried for long.
 */
const FAILING_LOGGED_MS = 60_000
/** Missed heartbeats after which a node counts as gone. */
const WORDS_MISSED_MAX = 3

/** Decides the state of the whole, and says in a sentence what is wrong and since when. */
export function assessOverview(facts: OverviewFacts): {
  readonly state: OverviewState
  readonly explanation: string
} {
  const standstill = whyStopped(facts)
  if (standstill !== undefined) {
    return { state: 'stopped', explanation: [standstill, whyDamaged(facts) ?? []].flat().join(' ') }
  }
  const problems = [
    whyDamaged(facts),
    whyThisNodeStands(facts),
    whyRefused(facts),
    whyLate(facts),
    whyShort(facts),
    whoFails(facts),
    whatStands(facts),
    whoRejects(facts),
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0)
    return {
      state: 'degraded',
      explanation: [...problems, ...whoIsSilent(facts), ...whatPilesUp(facts)].join(' '),
    }
  return {
    state: 'healthy',
    explanation: [
      howItGoes(facts),
      ...whoRejectedLast(facts),
      ...goneFor(facts),
      ...whoIsSilent(facts),
      ...whatPilesUp(facts),
    ].join(' '),
  }
}

function howItGoes({ webhooks: { failing, paused } }: OverviewFacts): string {
  const count = failing + paused
  if (count === 0) return 'Deliveries go out in time, and no receiver fails.'
  const who = count === 1 ? '1 receiver has' : `${formatCount(count)} receivers have`
  return `Deliveries go out in time. ${who} just failed or asked for a pause; what waits for ${count === 1 ? 'it' : 'them'} is retried.`
}

/** Nothing is refused or forgotten, but memory grows with notifications that never end. */
function whatPilesUp({ openNotifications }: OverviewFacts): readonly string[] {
  if (!areTooMany(openNotifications)) return []
  const { count, max } = openNotifications
  return [
    `${formatCount(count)} notifications are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX (${max}): clear the oldest ones that are over.`,
  ]
}

/** The service is healthy, but nobody is notified of the end of these alerts. */
function whoIsSilent({ stale: { count, oldest } }: OverviewFacts): readonly string[] {
  if (!oldest) return []
  const many = count >= STALE_COUNTED_MAX ? `At least ${count} alerts are` : `${count} alerts are`
  const subject = count === 1 ? 'An alert is' : many
  return [
    `${subject} raised and not reported any more: ${count === 1 ? '' : 'for longest '}"${oldest.name}", last at ${formatInstant(oldest.observedAt)}.`,
  ]
}

/** Returns the living nodes that deliver. */
export function deliveringNodes(nodes: readonly ServiceNode[], now: Instant): readonly ServiceNode[] {
  const seenSince = now - WORDS_MISSED_MAX * NODE_SEEN_EVERY_MS
  return nodes.filter(({ role, seenAt }) => delivers(role) && seenAt >= seenSince)
}

function whyStopped(facts: OverviewFacts): string | undefined {
  const { nodes, now } = facts
  const delivering = deliveringNodes(nodes, now)
  if (delivering.length > 1) return undefined
  const standstill = standstillOf(facts.delivery)
  if (standstill !== undefined) return `Nothing is delivered: ${standstill}`
  if (delivering.length === 1) return undefined
  const lastSeenAt = Math.max(...nodes.filter(({ role }) => delivers(role)).map(({ seenAt }) => seenAt))
  return Number.isFinite(lastSeenAt)
    ? `Nothing is delivered: no node that delivers has been seen since ${formatInstant(lastSeenAt)}.`
    : 'Nothing is delivered: there is no node that delivers. Start one with TOCSIN_ROLE=worker or all.'
}

function whyThisNodeStands({ delivery }: OverviewFacts): string | undefined {
  const standstill = standstillOf(delivery)
  return standstill && `Of several nodes this one does not deliver: ${standstill}`
}

function standstillOf({ isAlive, stalled, unclaimed }: DeliveryFacts): string | undefined {
  if (!isAlive) return 'its delivery loop does not run; the log says more.'
  if (!stalled) {
    return (
      unclaimed &&
      `since ${formatInstant(unclaimed.since)} nothing can be claimed; it is tried again all the time. ${unclaimed.because}`
    )
  }
  return `since ${formatInstant(stalled.since)} attempts cannot be recorded; it goes on by itself. ${stalled.because}`
}

function whyRefused({ refusal }: OverviewFacts): string | undefined {
  return refusal && `Reports have been refused since ${formatInstant(refusal.since)}: ${refusal.because}`
}

function whyLate({ oldestDueAt, now }: OverviewFacts): string | undefined {
  if (oldestDueAt === null || !isLate(oldestDueAt, now)) return undefined
  return `Deliveries are late: the oldest has been due since ${formatInstant(oldestDueAt)}, to a receiver that is not paused.`
}

function whyDamaged({ damage }: OverviewFacts): string | undefined {
  return damage && `Since ${formatInstant(damage.since)}: ${damage.because}`
}

function whyShort({ delivery: { exhaustion } }: OverviewFacts): string | undefined {
  return exhaustion && `Since ${formatInstant(exhaustion.since)}: ${exhaustion.because}`
}

function whoFails({ failing, webhooks, now }: OverviewFacts): string | undefined {
  const worst = failing.find(
    ({ failures, failingSince }) =>
      failures >= FAILURES_BEFORE_PAUSE || (failingSince !== null && now - failingSince >= FAILING_LOGGED_MS),
  )
  if (!worst) return undefined
  const count = webhooks.failing + webhooks.paused
  const why = worst.pauseReason === null ? '' : ` (${worst.pauseReason})`
  const since = `since ${formatInstant(worst.failingSince ?? now)}${why}`
  return count === 1
    ? `The receiver of "${worst.name}" has been failing ${since}.`
    : `${formatCount(count)} of ${formatCount(webhooks.enabled)} receivers are failing or throttling. Longest: "${worst.name}", ${since}.`
}

function whoRejects({ failing, webhooks: { rejecting }, now }: OverviewFacts): string | undefined {
  const worst = failing.find((health) => isRejecting(health) && health.isRejectingLately)
  if (rejecting === 0) return undefined
  // Only the worst are named; others may have failed for longer.
  if (!worst)
    return `${rejecting === 1 ? '1 receiver rejects' : `${formatCount(rejecting)} receivers reject`} everything.`
  const since = `since ${formatInstant(worst.rejectingSince ?? now)}`
  const why = worst.rejectReason === null ? '' : ` (${worst.rejectReason})`
  return rejecting <= 1
    ? `The receiver of "${worst.name}" has rejected everything ${since}${why}.`
    : `${formatCount(rejecting)} receivers reject everything. Longest: "${worst.name}", ${since}${why}.`
}

function isRejecting(health: FailingWebhook): boolean {
  return healthStateOf(health, { enabled: true }) === 'rejecting'
}

function whoRejectedLast({ failing, webhooks: { rejectedLast: count } }: OverviewFacts): readonly string[] {
  if (count === 0) return []
  const worst = failing.find((health) => isRejecting(health) && !health.isRejectingLately)
  if (count > 1 || worst === undefined) {
    const who = count === 1 ? '1 receiver has' : `${formatCount(count)} receivers have`
    return [`${who} rejected the last notification, hours ago, and got none since.`]
  }
  const why = worst.rejectReason === null ? '' : ` (${worst.rejectReason})`
  return [
    `The receiver of "${worst.name}" rejected the last notification${why}, hours ago, and got none since.`,
  ]
}

/** Says how many deliveries wait for paused receivers; no problem of its own beside failing receivers. */
function whatStands(facts: OverviewFacts): string | undefined {
  const { deliveryCount, webhookCount, oldestMadeAt } = facts.paused
  if (oldestMadeAt === null || whoFails(facts) === undefined) return undefined
  const atLeast = deliveryCount < PAUSED_COUNTED_MAX ? '' : 'At least '
  const count =
    deliveryCount === 1 ? '1 delivery waits' : `${atLeast}${formatCount(deliveryCount)} deliveries wait`
  const whom =
    webhookCount === 1
      ? '1 receiver is paused or probed'
      : `${formatCount(webhookCount)} receivers are paused or probed`
  return `${count}: ${whom}, the oldest since ${formatInstant(oldestMadeAt)}.`
}

function goneFor({ webhooks: { disabledByReceiver: count } }: OverviewFacts): readonly string[] {
  if (count === 0) return []
  return [
    count === 1
      ? 'One webhook was disabled by the service, because its receiver is gone or its definition is damaged.'
      : `${formatCount(count)} webhooks were disabled by the service, because their receivers are gone or their definitions damaged.`,
  ]
}
