import { demand } from './broken-promise.ts'
import type { Model } from './model.ts'
import type { ModelWebhook } from './model-webhook.ts'

/** How the receiver of a webhook has behaved, as far as docs/retries.md makes it matter. */
export interface ModelFlow {
  /** Failed attempts since the last accepted one, those apart that were under way when a pause began. */
  failures: number
  /** The last pause that failures made, and when it ends. */
  pauseMs: number
  pausedUntil: number
  /** Nothing at all is sent before: the receiver asked for it. */
  askedUntil: number
  /** The same, counted from when it was on record: so long the service may wait. */
  heldUntil: number
  /** The delivery that failed last, while the receiver fails. */
  failedId: number | undefined
  /** It rejected something then, and has accepted nothing since. */
  rejectedAt: number | undefined
  /** When it first accepted something after that. */
  acceptedAt: number | undefined
  /** Of what went while a raise to high waited: how many, and by which nodes. */
  turns: { readonly nodes: Set<number>; urgent: number; others: number }
  /** When attempts were claimed, since the rate limit and the clock are as they are; by what nobody can set. */
  claimedAt: number[]
}

export type Sign =
  | { readonly kind: 'healthy' | 'failing' | 'rejecting' | 'unknown' }
  | { readonly kind: 'asks'; readonly at: number; readonly until: number }

const FAILURES_BEFORE_PAUSE = 5
const PAUSE_MS_FIRST = 5_000
const PAUSE_MS_MAX = 60_000
const ASKED_MS_MAX = 86_400_000
/** Nodes may know the time a little differently. */
const CLOCKS_APART_MS = 1_000

export function newFlow(): ModelFlow {
  return {
    failures: 0,
    pauseMs: 0,
    pausedUntil: 0,
    askedUntil: 0,
    heldUntil: 0,
    failedId: undefined,
    rejectedAt: undefined,
    acceptedAt: undefined,
    turns: { nodes: new Set(), urgent: 0, others: 0 },
    claimedAt: [],
  }
}

/** What lies further ahead than it ever can, because the clock was set back since, counts as over. */
function reached(until: number, now: number, mostMs: number): number {
  return until - now > mostMs + CLOCKS_APART_MS ? 0 : until
}

function pausedUntil({ pausedUntil: until, pauseMs }: ModelFlow, now: number): number {
  return reached(until, now, Math.max(pauseMs, PAUSE_MS_FIRST))
}

function askedUntil({ askedUntil: until }: ModelFlow, now: number): number {
  return reached(until, now, ASKED_MS_MAX)
}

export function noteSignal(
  model: Model,
  webhookId: number,
  { sign, now, deliveryId }: { sign: Sign; now: number; deliveryId: number },
): void {
  const flow = model.flows.get(webhookId)
  if (!flow || sign.kind === 'unknown') return
  if (sign.kind === 'healthy') {
    if (flow.failures >= FAILURES_BEFORE_PAUSE) model.saw('a receiver that failed is well again')
    flow.failures = 0
    flow.pauseMs = 0
    flow.pausedUntil = 0
    flow.failedId = undefined
    if (flow.rejectedAt !== undefined) flow.acceptedAt = now
    flow.rejectedAt = undefined
  } else if (sign.kind === 'rejecting') {
    flow.rejectedAt ??= now
  } else if (sign.kind === 'asks') {
    // If the clock was set back before it was on record, so long counts from there.
    flow.askedUntil = Math.max(askedUntil(flow, now), sign.until + Math.min(0, now - sign.at))
    flow.heldUntil = Math.max(reached(flow.heldUntil, now, ASKED_MS_MAX), sign.until + now - sign.at)
  } else if (now >= pausedUntil(flow, now) && now >= reached(flow.heldUntil, now, ASKED_MS_MAX)) {
    flow.failures += 1
    const isAnother = flow.failedId !== deliveryId
    flow.failedId = deliveryId
    if (flow.failures < FAILURES_BEFORE_PAUSE) return
    model.saw(flow.failures === FAILURES_BEFORE_PAUSE ? 'a webhook is paused' : 'a probe fails')
    flow.pauseMs = Math.min(Math.max(flow.pauseMs * (isAnother ? 2 : 1), PAUSE_MS_FIRST), PAUSE_MS_MAX)
    flow.pausedUntil = now + flow.pauseMs
  }
}

/** Somebody has changed something, or wants another try: that ends a pause, but not the time that was asked for. */
export function endPause(model: Model, webhookId: number): void {
  const flow = model.flows.get(webhookId)
  if (flow) flow.pausedUntil = 0
}

/** Somebody has it called now, whatever it asked for. */
export function endEveryPause(model: Model, webhookId: number): void {
  const flow = model.flows.get(webhookId)
  if (flow) Object.assign(flow, { pausedUntil: 0, askedUntil: 0, heldUntil: 0 })
}

export function isFailing(model: Model, webhookId: number): boolean {
  return (model.flows.get(webhookId)?.failures ?? 0) >= FAILURES_BEFORE_PAUSE
}

/** Demands of what was just claimed for one webhook. */
export function demandLimits(
  model: Model,
  webhook: ModelWebhook,
  { now, askedAt, count }: { readonly now: number; readonly askedAt: number; readonly count: number },
): void {
  const flow = model.flows.get(webhook.id)
  if (!flow) return
  const what = `webhook ${webhook.id}`
  const inFlight = [...model.deliveries.values()].filter(
    ({ webhookId, state }) => webhookId === webhook.id && state === 'sending',
  ).length
  const concurrencyMax = webhook.concurrencyMax ?? model.plan.webhookConcurrencyMax
  demand(
    inFlight <= concurrencyMax,
    'no more attempts of a webhook are under way than its limit allows',
    () => `${what}: ${inFlight} instead of ${concurrencyMax}`,
  )
  demand(
    now >= askedUntil(flow, now),
    'nothing is sent before the time that a receiver asked for is over',
    () => `${what}: ${flow.askedUntil - now} ms too early`,
  )
  const isProbed = isFailing(model, webhook.id)
  demand(
    !isProbed || now >= pausedUntil(flow, now),
    'a paused webhook gets nothing',
    () => `${what}: ${flow.pausedUntil - now} ms too early`,
  )
  demand(
    !isProbed || inFlight === 1,
    'a failing receiver is probed with one attempt at a time',
    () => `${what}: ${inFlight}`,
  )
  if (model.isCurrentState(now)) demandRate(webhook, flow, { askedAt, count })
  else flow.claimedAt = []
}

/** A node that may have waited for its disk scans again within this time. */
const AWAKE_MS_MAX = 10_000
const DELAY_MS_MAX = 250

/** When everything works, nothing is under way and no limit applies, what is due leaves when it is due. */
export function demandPrompt(
  model: Model,
  webhook: ModelWebhook,
  { dueAt, now }: { readonly dueAt: number; readonly now: number },
): void {
  const flow = model.flows.get(webhook.id)
  const { healedAt, busyAt } = model
  if (!flow || healedAt === undefined || dueAt < healedAt + AWAKE_MS_MAX || dueAt <= busyAt) return
  if (webhook.rateLimit !== null || isFailing(model, webhook.id) || flow.heldUntil >= dueAt) return
  model.saw('a quiet time, and then something is due')
  demand(
    now - dueAt <= DELAY_MS_MAX,
    'what is due is claimed when it is due',
    () => `webhook ${webhook.id}: ${now - dueAt} ms late`,
  )
}

function demandRate(
  { id, rateLimit }: ModelWebhook,
  flow: ModelFlow,
  { askedAt, count }: { readonly askedAt: number; readonly count: number },
): void {
  if (rateLimit === null) return
  for (let claim = 0; claim < count; claim += 1) flow.claimedAt.push(askedAt)
  flow.claimedAt = flow.claimedAt.filter((at) => at > askedAt - rateLimit.intervalMs)
  demand(
    flow.claimedAt.length <= rateLimit.count,
    'no span of the interval has more attempts than the rate limit allows',
    () =>
      `webhook ${id}: ${flow.claimedAt.length} within ${rateLimit.intervalMs} ms instead of ${rateLimit.count}`,
  )
}
