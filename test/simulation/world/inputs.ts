import { ALERT_STATES, type Observation } from '../../../src/domain/alert/alert.ts'
import type { AlertFlags, NewWebhook, PayloadType, RateLimit } from '../../../src/domain/webhook/webhook.ts'
import { TEMPLATE } from '../model/check-requests.ts'
import { noteOf } from '../model/model-budget.ts'
import { ALERT_MATCHES, JOB_MATCHES, OTHERWISE, teamOf } from '../model/model-match.ts'
import type { Random } from '../random.ts'
import type { World } from './world.ts'

/** So long ahead a monitor promises to report again, at the most. */
export const PROMISE_MS_MAX = 30_000

/** What a monitor may say: sometimes late, sometimes with a promise to report again. */
export function someObservation({
  random,
  time,
  plan,
}: Pick<World, 'random' | 'time' | 'plan'>): Observation {
  const lateMs = random.happens(0.15) ? random.integer(1, 20_000) : random.integer(0, 20)
  const expiresAt = random.happens(0.5) ? undefined : time.now + random.integer(500, PROMISE_MS_MAX)
  const number = random.integer(1, plan.alertCount)
  const key = `alert-${number}`
  // Half of the monitors know only whole seconds.
  const at = number % 2 === 0 ? time.now - lateMs : Math.floor((time.now - lateMs) / 1_000) * 1_000
  return {
    source: 'monitor',
    key,
    name: 'Simulated',
    state: random.pick([...ALERT_STATES, 'cleared'] as const),
    ...(!random.happens(0.3) && { at }),
    ...(expiresAt !== undefined && { expiresAt }),
    details: plan.heavyCount > 0 ? notedDetailsOf(key) : detailsOf(key),
  }
}

/** The label of its team, by which webhooks match. */
export function detailsOf(key: string): Observation['details'] {
  const team = teamOf(key)
  return team === '' ? {} : { labels: { team } }
}

function notedDetailsOf(key: string): Observation['details'] {
  const { labels = {} } = detailsOf(key)
  const note = noteOf(key)
  return { labels: note === '' ? labels : { ...labels, note } }
}

/** Matchers of a new webhook, or of one that changes. */
export function someMatch(
  { routing, plan }: Pick<World, 'routing' | 'plan'>,
  payloadType: PayloadType,
): string | null {
  if (!routing.happens(plan.matchedShare)) return null
  const matches = Object.keys(payloadType === 'ALERT' ? ALERT_MATCHES : JOB_MATCHES)
  return routing.pick([...matches, OTHERWISE])
}

/** A webhook that matches nothing by itself serves as a fallback. */
export function someFlags(random: Random): AlertFlags {
  const all = { low: true, medium: true, high: true, cleared: true }
  if (random.happens(0.25)) return { low: false, medium: false, high: false, cleared: false }
  return random.happens(0.6) ? all : { ...all, [random.pick(ALERT_STATES)]: false }
}

export function someConcurrency(random: Random): number | null {
  return random.pick([null, null, null, 1, 2, 5])
}

export function someRate(random: Random): RateLimit | null {
  if (random.happens(0.65)) return null
  return random.pick([
    { count: 1, intervalMs: 300 },
    { count: 3, intervalMs: 1_000 },
    { count: 20, intervalMs: 4_000 },
  ])
}

interface Drafted {
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly clearUrl: string
}

/** The modes: some are in current-state mode, of these some end in another way, and some leave out what is low. */
export function someMode(
  { modes, plan }: Pick<World, 'modes' | 'plan'>,
  { payloadType, alertFlags, clearUrl }: Drafted,
): Partial<NewWebhook> {
  if (plan.presentShare === 0) return {}
  const fallbackAfterMs = someFallbackAfter(modes)
  const { low, medium, high } = alertFlags
  if (payloadType === 'JOB' || !(low || medium || high) || !modes.happens(plan.presentShare)) {
    return { fallbackAfterMs }
  }
  const clearRequest = { method: 'POST', url: clearUrl, payloadTemplate: TEMPLATE }
  return {
    mode: 'current_state',
    fallbackAfterMs,
    ...(modes.happens(0.3) && { clearRequest }),
    ...(modes.happens(0.15) && { missedAlerts: 'notify' as const }),
    ...(modes.happens(0.2) && { alertFlags: { low: false, medium: true, high: true, cleared: true } }),
    ...(modes.happens(0.2) && { alertFlags: { low: true, medium: true, high: true, cleared: false } }),
  }
}

/** Seconds or minutes; null: as the service does it. */
export function someFallbackAfter(modes: Random): number | null {
  return modes.pick([null, 5_000, 20_000, 60_000, 180_000])
}
