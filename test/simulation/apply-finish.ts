import type { Executed } from './in-process-store.ts'
import { applyFallback } from './apply-fallback.ts'
import { applyRows, demandOrder, groupByEnd, type RowChange } from './apply-rows.ts'
import type { Change } from './change-log.ts'
import { demandAllConsistent } from './apply-webhooks.ts'
import { demand } from './broken-promise.ts'
import type { ReceiverAnswer } from './receivers.ts'
import { noteSign, type Sign } from './model-flow.ts'
import { claimName, type Model, type ModelClaim, type ModelDelivery } from './model.ts'

type Of = Extract<Executed, { readonly verb: 'finishAttempts' }>
type Finished = Of['args'][0][number]

/** A receiver that will not change its mind soon is asked again after 5 minutes at the earliest. */
const SLOW_MS = 300_000
const JITTER = 1.1

export function applyFinish(model: Model, { node, args: [attempts, now], value = [], changes }: Of): void {
  const owned = attempts.filter((finished) => isOwned(model, finished))
  for (const [index, finished] of attempts.entries()) {
    const mine = owned.includes(finished)
    demand(
      value[index] === mine,
      'an attempt is recorded exactly if its lease is still ours',
      () =>
        `delivery ${finished.deliveryId}, attempt ${finished.attempt}: ${value[index]} instead of ${mine}`,
    )
    if (!mine) model.saw('an answer after a lost lease')
  }
  const groups = groupByEnd(changes, 'sending > delivered', 'sending > failed', 'sending > pending')
  demand(
    groups.length === owned.length,
    'only what was attempted ends',
    () => `${groups.length} instead of ${owned.length}`,
  )
  model.busyAt = now
  const touched = groups.flatMap((group) => applyEnd(model, group, { node, now, owned }))
  for (const id of new Set(touched.map(({ webhookId }) => webhookId))) demandAllConsistent(model, id)
  demandOrder(model, touched)
}

interface Given {
  readonly node: number
  readonly now: number
  readonly owned: readonly Finished[]
}

/** One attempt that is recorded, and what follows from it for the others of its line and webhook. */
function applyEnd(
  model: Model,
  changes: readonly Change[],
  { node, now, owned }: Given,
): readonly ModelDelivery[] {
  const touched = applyRows(model, changes, [
    'sending > delivered',
    'sending > failed',
    'sending > pending',
    'waiting > pending',
    'pending > waiting',
    'pending > pending',
  ])
  const [end] = touched
  if (!end) return []
  const { delivery, change } = end
  const finished = owned.find(({ deliveryId }) => deliveryId === delivery.id)
  const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
  demand(
    finished !== undefined && claim?.node === node,
    'only the holder of a lease records its attempt',
    () => `delivery ${delivery.id}, attempt ${change.before.attemptsMade}`,
  )
  demandRightStep(model, { claim, finished, change })
  noteSign(model, delivery.webhookId, { sign: signOf(model, finished), now })
  for (const { change: other } of touched) {
    demand(
      other.before.state !== 'pending' || other.after.dueAt === null,
      'a due time stands until its webhook is disabled or an older notice comes',
      () => `delivery ${other.after.id}`,
    )
  }
  demand(
    delivery.state !== 'pending' || model.earlierThan(delivery).length === 0,
    'after an attempt that failed an older notice goes first',
    () => `delivery ${delivery.id}`,
  )
  const standIn = applyFallback(model, delivery, changes)
  return [...touched.map(({ delivery: other }) => other), ...(standIn ? [standIn] : [])]
}

function isOwned(model: Model, { deliveryId, attempt }: Finished): boolean {
  const delivery = model.deliveries.get(deliveryId)
  return delivery?.state === 'sending' && delivery.attemptsMade === attempt
}

/** What an attempt shows of its receiver. */
function signOf(model: Model, { deliveryId, attempt }: Finished): Sign {
  const told = model.claims.get(claimName(deliveryId, attempt))?.exchange?.told
  if (!told) return { kind: 'unknown' }
  const { reaction } = told
  if ('failure' in reaction) return { kind: reaction.failure === 'cancelled' ? 'unknown' : 'failing' }
  if (reaction.status === 200) return { kind: 'well' }
  const until = askedUntil(reaction, told.at)
  return until > told.at ? { kind: 'asks', at: told.at, until } : { kind: 'failing' }
}

function askedUntil({ asks }: ReceiverAnswer, at: number): number {
  if (asks === undefined) return at
  return 'ms' in asks ? at + asks.ms : asks.until
}

interface Step {
  readonly claim: ModelClaim
  readonly finished: Finished
  readonly change: RowChange
}

/** From what the receiver said follows what becomes of the delivery, and when it is tried again. */
function demandRightStep(model: Model, { claim, finished, change }: Step): void {
  const { before, after } = change
  const what = `delivery ${before.id}, attempt ${before.attemptsMade}`
  const told = claim.exchange?.told
  demand(told !== undefined, 'what is recorded has happened', () => what)
  const reaction = told.reaction
  if ('failure' in reaction) {
    demand(finished.answer === null, 'what is recorded has happened', () => what)
    model.saw(`no answer: ${reaction.failure}`)
    if (reaction.failure === 'cancelled') {
      return demand(after.state === 'pending', 'what we cut off ourselves goes on later', () => what)
    }
    return demandRetry(model, { claim, change }, { leastMs: 0, at: told.at })
  }
  const { status, asks } = reaction
  demand(
    finished.answer !== null && JSON.parse(finished.answer).status === status,
    'what is recorded has happened',
    () => `${what}: ${finished.answer} instead of ${status}`,
  )
  if (status === 200)
    return demand(
      after.state === 'delivered',
      'what a receiver accepts is delivered',
      () => `${what}: ${after.state}`,
    )
  if (status === 410) {
    model.saw('a receiver is gone')
    const webhook = model.webhooks.get(before.webhookId)
    if (webhook) model.webhooks.set(webhook.id, { ...webhook, enabled: false })
    return demand(
      after.state === 'failed',
      'what a receiver refuses for good has failed',
      () => `${what}: ${after.state}`,
    )
  }
  if (asks) model.saw('a receiver asks for time')
  const isSlow = status < 500 && status !== 429
  const askedMs = askedUntil(reaction, told.at) - told.at
  demandRetry(model, { claim, change }, { leastMs: Math.max(isSlow ? SLOW_MS : 0, askedMs), at: told.at })
}

function demandRetry(
  model: Model,
  { claim, change: { before, after } }: Omit<Step, 'finished'>,
  { leastMs, at }: { readonly leastMs: number; readonly at: number },
): void {
  const schedule = claim.webhook.retryScheduleMs ?? model.plan.retryScheduleMs
  const what = `delivery ${before.id}, attempt ${before.attemptsMade}, ${claim.scheduleAttempt} of ${schedule.length} in the schedule`
  const plannedMs = schedule[claim.scheduleAttempt]
  if (plannedMs === undefined) {
    model.saw('a schedule is used up')
    return demand(
      after.state === 'failed',
      'no more attempts are made than the schedule has',
      () => `${what}: ${after.state}`,
    )
  }
  demand(
    after.state === 'pending',
    'what failed is tried again until the schedule ends',
    () => `${what}: ${after.state}`,
  )
  const { dueAt } = after
  if (dueAt === null) return
  const delayMs = Math.max(plannedMs, leastMs)
  demand(
    dueAt >= at + delayMs && dueAt <= Math.ceil(at + delayMs * JITTER),
    'the next attempt comes when the schedule and the receiver say',
    () => `${what}: after ${dueAt - at} ms instead of ${delayMs} ms`,
  )
}
