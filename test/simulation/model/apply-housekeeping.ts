import { isKept } from './model-webhook.ts'
import { TIMEOUT_MS_MAX } from '../../../src/domain/webhook/webhook-limits.ts'
import { applyFallbacks } from './apply-fallback.ts'
import {
  applyRows,
  demandOrder,
  isMove,
  joinSteps,
  RETURNS,
  roundsOf,
  SUPERSEDED,
  type Round,
} from './apply-rows.ts'
import type { Change } from './change-log.ts'
import {
  demandGivenWay,
  demandPromoted,
  followAttempt,
  leave,
  type FollowedAttempt,
} from '../receiver-state/follow-attempt.ts'
import { excuse, noteAttempt } from '../receiver-state/received.ts'
import { pairOf, sentOf } from '../receiver-state/model-states.ts'
import { demand } from './broken-promise.ts'
import type { Executed } from '../database/simulated-database.ts'
import { claimName } from './model-claim.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'
import { isFailing } from './model-flow.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

export function applyReclaim(
  model: Model,
  {
    node,
    args: [{ leasedBefore, now, lease, goneNodes = [] }],
    value,
    isUnanswered,
    changes,
  }: Of<'reclaimLeases'>,
): void {
  const joined = joinSteps(changes, 'superseded')
  const escalated = followLost(model, joined, now)
  const behind = joined.filter((change) => isMove(change, ['waiting > pending', ...SUPERSEDED]))
  const cut = applyRows(
    model,
    joined.filter((change) => !behind.includes(change)),
    [...RETURNS, 'sending > sending'],
  )
  const others = applyRows(model, behind, ['waiting > pending', ...SUPERSEDED])
  const changed = cut.filter(({ change }) => change.after.state !== 'sending')
  // What was lost took capacity until now.
  if (changed.length > 0) model.busyAt = now
  for (const { delivery, change } of cut) {
    if (change.after.state !== 'sending') continue
    const { timeoutMs = null } = model.webhooks.get(delivery.webhookId) ?? {}
    const mostUntil = now + (lease?.marginMs ?? 0) + (timeoutMs ?? lease?.timeoutMs ?? 0)
    // Of a webhook that was changed lately: what is under way may have any time limit.
    const longestUntil = now + (lease?.marginMs ?? 0) + TIMEOUT_MS_MAX
    model.saw('a lease is cut')
    const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
    if (claim) claim.lengthMs = model.elapsed - claim.made.elapsed + (change.after.leaseUntil ?? now) - now
    demand(
      (change.before.leaseUntil ?? 0) > mostUntil &&
        [mostUntil, longestUntil].includes(change.after.leaseUntil ?? 0),
      'a lease is cut only to what it can last, and only if it lasts longer',
      () => `delivery ${delivery.id}: until ${change.before.leaseUntil} to ${change.after.leaseUntil}`,
    )
  }
  demand(
    isUnanswered || value === changed.length,
    'a response says what was done',
    () => `${value} reclaimed, written were ${changed.length}`,
  )
  for (const { delivery, change } of changed) {
    const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
    const isGone = claim !== undefined && goneNodes.includes(`node ${claim.node}`)
    if (isGone) model.saw('a predecessor is gone')
    demand(
      !isGone || !model.isAlive(claim.node),
      'what a node has under way is taken back only when that node is gone',
      () => `delivery ${delivery.id} of node ${claim?.node}`,
    )
    demand(
      isGone || (change.before.leaseUntil !== null && change.before.leaseUntil < leasedBefore),
      'a lease is taken only when it has run out',
      () => `delivery ${delivery.id}, leased until ${change.before.leaseUntil}`,
    )
    const isAtStart = leasedBefore === Number.MAX_SAFE_INTEGER
    demand(
      isAtStart ||
        isGone ||
        !claim ||
        model.isOvertaken(now) ||
        model.passedMs(node, claim.made) >= claim.lengthMs,
      'a step of the clock takes no lease that has not had its time',
      () => `delivery ${delivery.id}, attempt ${change.before.attemptsMade}`,
    )
    demand(
      delivery.attemptsMade === change.before.attemptsMade &&
        (delivery.dueAt === now || delivery.dueAt === null),
      'a delivery whose worker died is due at once',
      () => `delivery ${delivery.id}: ${delivery.attemptsMade} attempts, due at ${delivery.dueAt}`,
    )
    demandGivenWay(delivery, escalated.get(delivery))
    delivery.isReturned = true
    delivery.isRejected = false
  }
  for (const one of escalated.values()) if (one) demandPromoted(model, one, others)
  demandOrder(
    model,
    [...changed, ...others].map(({ delivery }) => delivery),
  )
}

/** A request under way may have arrived; the model decides this before it reads the outcome. */
function followLost(
  model: Model,
  changes: readonly Change[],
  now: number,
): ReadonlyMap<ModelDelivery, FollowedAttempt | undefined> {
  const escalated = new Map<ModelDelivery, FollowedAttempt | undefined>()
  for (const change of changes) {
    if (change.kind !== 'delivery changed' || !isMove(change, RETURNS)) continue
    const delivery = model.delivery(change.before.id)
    delivery.attemptsInLife -= 1
    const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
    if (claim) noteAttempt(model, claim, { isLost: true })
    const ended = {
      delivery,
      claim,
      certainty: 'possible',
      next: 'pending',
      dueAt: now,
      isRecorded: false,
    } as const
    escalated.set(delivery, followAttempt(model, ended, now))
  }
  return escalated
}

/** Fallbacks of what has not arrived in time. */
export function applyLate(
  model: Model,
  { args: [{ now, limit }], value, isUnanswered, changes }: Of<'escalateToFallbacks'>,
): void {
  const late = [...model.alertQueues.values()]
    .flatMap((alertQueue) => [...alertQueue].map((id) => model.delivery(id)))
    .filter(({ fallbackAt }) => fallbackAt !== null && fallbackAt <= now)
    .toSorted((one, other) => (one.fallbackAt ?? 0) - (other.fallbackAt ?? 0))
    .slice(0, limit)
  demand(
    isUnanswered || value === late.length,
    'a response says what was done',
    () => `${value} late instead of ${late.length}`,
  )
  model.saw('a fallback is notified in time', late.length > 0)
  const isKnown = (change: Change) =>
    change.kind !== 'delivery changed' || model.deliveries.has(change.before.id)
  const rest = changes.filter((change) => !isKnown(change))
  const changed = applyRows(model, changes.filter(isKnown), [
    'waiting > waiting',
    'pending > pending',
    'sending > sending',
    'pending > waiting',
  ])
  const receiverState = applyFallbacks(model, late, changes, now)
  applyRows(model, rest, ['pending > pending', 'pending > waiting'])
  const left = late.filter(({ fallbackAt }) => fallbackAt !== null)
  demand(left.length === 0, 'a fallback is notified in time of what has not arrived', () =>
    left.map(({ id }) => id).join(', '),
  )
  demandOrder(model, [...changed.map(({ delivery }) => delivery), ...receiverState])
}

/** A fallback follows the alert. */
function isFollowed(model: Model, delivery: ModelDelivery): boolean {
  const pair = pairOf(model, delivery)
  return pair !== undefined && sentOf(model, pair) !== undefined
}

/** What has been due for so long at least, and as long as its whole schedule lasts, while its receiver fails. */
const OVERDUE_MS_MIN = 3600_000

/** A receiver that will not change its mind soon is asked again after 5 minutes at the earliest; one may ask for a day. */
const SLOW_MS = 300_000
const ASKED_MS_MAX = 86_400_000
const JITTER = 1.1

/** What lies further ahead than its schedule, or its receiver, can bring about counts as now. */
export function applyClamping(
  model: Model,
  { args: [{ now }], value, isUnanswered, changes }: Of<'clampDueTimes'>,
): void {
  const changed = applyRows(model, changes, ['pending > pending'])
  demand(
    isUnanswered || value === changed.length,
    'a response says what was done',
    () => `${value} clamped, written were ${changed.length}`,
  )
  for (const { delivery, change } of changed) {
    const { webhookId, attemptsInLife } = delivery
    const schedule = model.webhooks.get(webhookId)?.retryScheduleMs ?? model.plan.retryScheduleMs
    const askedUntil = model.flows.get(webhookId)?.askedUntil ?? 0
    const leastMs = askedUntil > now && askedUntil <= now + ASKED_MS_MAX ? ASKED_MS_MAX : SLOW_MS
    const mostMs = attemptsInLife === 0 ? 0 : Math.max(schedule[attemptsInLife] ?? 0, leastMs) * JITTER
    const aheadMs = (change.before.dueAt ?? 0) - now
    model.saw('a due time out of reach counts as now')
    demand(
      aheadMs > mostMs && delivery.dueAt === now,
      'a due time stands unless it lies further ahead than it can',
      () => `delivery ${delivery.id}: ${aheadMs} ms ahead, ${mostMs} ms can be`,
    )
  }
}

export function applyOverdue(
  model: Model,
  { node, args: [given], value, isUnanswered, changes }: Of<'endOverdue'>,
): void {
  const rounds = roundsOf(changes, 'pending > failed')
  const changed = rounds.flatMap((round) => applyOverdueRound(model, round, { node, now: given.now }))
  const endCount = changes.filter((change) => isMove(change, ['pending > failed'])).length
  demand(
    isUnanswered || value === endCount,
    'a response says what was done',
    () => `${value} ended, written were ${endCount}`,
  )
  demandOrder(model, changed)
}

function applyOverdueRound(
  model: Model,
  { ends, rest }: Round,
  { node, now }: { readonly node: number; readonly now: number },
): readonly ModelDelivery[] {
  const ended = applyRows(model, ends, ['pending > failed'])
  for (const { delivery, change } of ended) {
    const { dueAt } = change.before
    const schedule = model.webhooks.get(delivery.webhookId)?.retryScheduleMs ?? model.plan.retryScheduleMs
    const lengthMs = schedule.reduce((sum, delayMs) => sum + delayMs, 0)
    const isOverdue = dueAt !== null && dueAt < now - Math.max(lengthMs, OVERDUE_MS_MIN)
    const webhook = model.webhooks.get(delivery.webhookId)
    demand(
      webhook !== undefined && !isKept(webhook) && !isFollowed(model, delivery),
      'what says the current state does not grow old',
      () => `delivery ${delivery.id}`,
    )
    demand(
      isOverdue && isFailing(model, delivery.webhookId),
      'only what is overdue while its receiver fails is given up',
      () => `delivery ${delivery.id}, due at ${dueAt}, given up at ${now}`,
    )
    demand(
      model.passedMs(node, delivery.made) >= Math.max(lengthMs, OVERDUE_MS_MIN),
      'a step of the clock ends no delivery that has not had its time',
      () => `delivery ${delivery.id}, made ${model.elapsed - delivery.made.elapsed} ms ago`,
    )
  }
  const own = ended.map(({ delivery }) => delivery)
  const others = applyRows(model, rest, [
    'waiting > pending',
    'pending > waiting',
    'pending > pending',
    'sending > sending',
  ])
  const standIns = applyFallbacks(model, own, rest, now)
  for (const delivery of own) {
    leave(model, delivery, 'later', now)
    excuse(model, pairOf(model, delivery))
  }
  return [...own, ...others.map(({ delivery }) => delivery), ...standIns]
}

export function applyPrune(model: Model, { args: [{ endedBefore }], changes }: Of<'pruneHistory'>): void {
  for (const change of changes) {
    if (change.kind === 'delivery removed') {
      const { id, state, finishedAt } = model.delivery(change.before.id)
      const isOld = finishedAt !== null && finishedAt < endedBefore
      demand(
        isEnded(state) && isOld,
        'only old and ended history is removed',
        () => `delivery ${id}, ${state}`,
      )
      model.saw('history is removed')
      model.deliveries.delete(id)
    } else if (change.kind === 'event removed') {
      const user = [...model.deliveries.values()].find(({ eventId }) => eventId === change.id)
      demand(
        user === undefined,
        'an event stays as long as its deliveries',
        () => `event ${change.id}, ${user?.id}`,
      )
      model.events.delete(change.id)
    } else if (change.kind === 'alert removed') {
      const [name, alert] = [...model.alerts].find(([, { id }]) => id === change.id) ?? []
      demand(
        name !== undefined && alert?.state === 'cleared' && alert.reportedAt < endedBefore,
        'only alerts that are cleared and silent are removed',
        () => `alert ${change.id}`,
      )
      const resync = [...model.receiverState.values()].find(
        ({ alertId, webhookId }) => alertId === change.id && model.webhooks.has(webhookId),
      )
      demand(resync === undefined, 'an alert stays as long as somebody may be notified of it', () =>
        JSON.stringify(resync),
      )
      for (const [pair, receiverState] of model.receiverState)
        if (receiverState.alertId === change.id) model.receiverState.delete(pair)
      model.alerts.delete(name)
    } else demand(false, 'only old and ended history is removed', () => JSON.stringify(change))
  }
}
