import { formatCount, formatDuration } from '../../ui/text/format.ts'
import type { components } from '../../api/schema.ts'

export interface DeliveryFacts {
  readonly state: string
  readonly attempts_made: number
  readonly due_at: string | null
  readonly last_reason: string | null
  readonly waits_for: WaitsFor | null
}

/** The service's reason why a delivery waits; null: none. */
export type WaitsFor = components['schemas']['WaitsFor']

/** Describes a delivery's state and next step, for somebody who was just woken. */
export function describeDelivery(delivery: DeliveryFacts, now: number): string {
  const { state, attempts_made: made, last_reason: reason } = delivery
  const attempts = attemptsOf(made)
  const because = reason === null ? '' : `: ${reason}`
  switch (state) {
    case 'delivered':
      return made <= 1
        ? `Delivered with the first attempt${because}.`
        : `Delivered after ${attempts}${because}.`
    case 'failed':
      return `Failed after ${attempts}${because}. It is not sent again unless you retry it.`
    case 'cancelled':
      return `Cancelled${made === 0 ? ' before the first attempt' : ` after ${attempts}`}${because}. It is not sent again unless you retry it.`
    case 'superseded':
      return describeSuperseded(made, reason)
    case 'outdated':
      return `Not sent${reason === null ? '' : `: ${reason.replace(NOT_SENT, '')}`}. Nothing is wrong: it is older than the maximum age of its webhook.`
    case 'sending':
      return `Attempt ${made} is being sent right now.`
    case 'waiting':
      return 'Waits for an earlier delivery of the same alert or job: they are sent in order.'
    default:
      return describePending(delivery, { attempts, because, now })
  }
}

const NOT_SENT = /^not sent: /

/** Describes a delivery that was not sent, or not again, which is no failure. */
function describeSuperseded(made: number, reason: string | null): string {
  const after = made === 0 ? 'Not sent' : `Not sent again after ${attemptsOf(made)}`
  return `${after}${reason === null ? '' : `: ${reason}`}. The receiver gets the current state instead.`
}

function attemptsOf(made: number): string {
  return made === 1 ? '1 attempt' : `${formatCount(made)} attempts`
}

interface Origin {
  readonly trigger: string | null
  readonly fallback_of: number | null
}

/**
 * Describes why it exists, unless that is plain: it is no change of its alert, or replaces a missing
 * delivery.
 */
export function describeTrigger({ trigger, fallback_of: fallbackOf }: Origin): string | null {
  switch (trigger) {
    case 'fallback':
      return fallbackOf === null ? 'Created as a fallback, because another webhook is disabled.' : null
    case 'acknowledgement':
      return 'Somebody acknowledged the alert.'
    case 'resync':
      return 'Created by a resync: the alert had not changed at that moment.'
    case 'reminder':
      return 'A reminder: the alert lasts, and has not changed.'
    case 'missed':
      return 'The alert was raised and cleared before anything could be sent.'
    default:
      return null
  }
}

/** Shows exactly one reason: the service's. */
function describePending(
  { attempts_made: made, due_at: dueAt, waits_for: waitsFor }: DeliveryFacts,
  { attempts, because, now }: { readonly attempts: string; readonly because: string; readonly now: number },
): string {
  const soFar = made === 0 ? '' : ` ${attempts} so far, the last one${because}.`
  return `${whyNotNow(waitsFor, { next: made + 1, dueAt, now })}${soFar}`
}

function whyNotNow(
  waitsFor: WaitsFor | null,
  { next, dueAt, now }: { readonly next: number; readonly dueAt: string | null; readonly now: number },
): string {
  const why = waitsFor?.reason ? ` (${waitsFor.reason})` : ''
  switch (waitsFor?.kind) {
    case 'enabling':
      return `Waits until its webhook is enabled${why}.`
    case 'pause': {
      const until = waitsFor.until === null ? '' : `, ${describeSoon(waitsFor.until, now)}`
      return `Its webhook is paused${why}: nothing is sent there before the next probe${until}.`
    }
    case 'probe':
      return `Its receiver fails${why}: one delivery at a time is tried there, and this one goes when its turn comes.`
    case 'rate_limit':
      return 'It is due, and is sent as soon as the rate limit of its webhook allows.'
    case 'due_time':
      return `Attempt ${next} comes ${describeSoon(waitsFor.until ?? dueAt ?? '', now)}.`
    case 'delivery':
    case undefined:
      return next === 1
        ? 'It is due, and is sent as soon as its turn comes.'
        : `It is due for attempt ${next}, and is sent as soon as its turn comes.`
  }
}

/** `in 4 min 50 s`; below the page's clock step, `in a moment`. */
function describeSoon(at: string, now: number): string {
  const ms = Date.parse(at) - now
  return ms < 10_000 ? 'in a moment' : `in ${formatDuration(Math.round(ms / 1_000) * 1_000)}`
}

/** Describes retried deliveries, naming those that are not sent now. */
export function describeRetried(waits: readonly (WaitsFor | null)[]): string {
  const waitingCount = waits.filter((each) => each?.kind === 'enabling').length
  const pausedCount = waits.filter((each) => each?.kind === 'pause').length
  const queuedCount = waits.length - waitingCount - pausedCount
  return [
    `${formatCount(queuedCount)} queued`,
    ...(waitingCount === 0
      ? []
      : [
          `${formatCount(waitingCount)} ${waitingCount === 1 ? 'waits until its webhook is' : 'wait until their webhooks are'} enabled`,
        ]),
    ...(pausedCount === 0 ? [] : [`${formatCount(pausedCount)} paused: the receiver asked for time`]),
  ].join(', ')
}
