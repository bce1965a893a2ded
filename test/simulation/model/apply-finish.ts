import type { Executed } from '../database/simulated-database.ts'
import { applyFallbacks } from './apply-fallback.ts'
import {
  applyRows,
  demandOrder,
  isMove,
  joinSteps,
  RETURNS,
  roundsOf,
  SUPERSEDED,
  type Move,
  type Round,
  type RowChange,
} from './apply-rows.ts'
import { demandAllConsistent } from './apply-webhooks.ts'
import { demand } from './broken-promise.ts'
import type { Change } from './change-log.ts'
import { isHurried } from './model-urgency.ts'
import type { ReceiverResponse } from '../world/receivers.ts'
import { noteSignal, type Sign } from './model-flow.ts'
import { claimName, type ModelClaim } from './model-claim.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'
import { certaintyBy } from '../receiver-state/certainty.ts'
import {
  demandGivenWay,
  demandPromoted,
  followAttempt,
  leave,
  makeDue,
  type FollowedAttempt,
} from '../receiver-state/follow-attempt.ts'
import { blurOtherwise, excuse, noteAttempt } from '../receiver-state/received.ts'
import { pairOf } from '../receiver-state/model-states.ts'
import { demandHastened, isRejection, isScheduleOver } from '../receiver-state/schedule-over.ts'

type Of = Extract<Executed, { readonly method: 'finishAttempts' }>
type Finished = Of['args'][0][number]

/** A receiver that will not change its mind soon is asked again after 5 minutes at the earliest. */
const SLOW_MS = 300_000
const JITTER = 1.1
/** A delivery that says the current state is tried again as often, where its schedule has but one attempt. */
const PRESENT_MS = 60_000
/** What is rejected while others are accepted is tried again after 1, 5 and 30 minutes. */
const REJECTED_MS = [0, 60_000, 300_000, 1_800_000]

const ENDS: readonly Move[] = ['sending > delivered', 'sending > failed', ...RETURNS]

export function applyFinish(
  model: Model,
  { node, args: [attempts, now], value = [], isUnanswered, changes: steps }: Of,
): void {
  const changes = joinSteps(steps, 'failed', 'superseded')
  const owned = attempts.filter((finished) => isOwned(model, finished))
  for (const [index, finished] of attempts.entries()) {
    const mine = owned.includes(finished)
    demand(
      isUnanswered || ((value[index] ?? null) !== null) === mine,
      'an attempt is recorded exactly if its lease is still ours',
      () =>
        `delivery ${finished.deliveryId}, attempt ${finished.attempt}: ${value[index]} instead of ${mine}`,
    )
    if (!mine) model.saw('a response after a lost lease')
  }
  const rounds = roundsOf(changes, ...ENDS)
  const changed = rounds.flatMap((round) => applyRound(model, round, { node, now, owned }))
  const endCount = changes.filter((change) => isMove(change, ENDS)).length
  demand(
    endCount === owned.length,
    'only what was attempted ends',
    () => `${endCount} instead of ${owned.length}`,
  )
  if (!isUnanswered) demandStates(model, attempts, value)
  model.busyAt = now
  for (const id of new Set(changed.map(({ webhookId }) => webhookId))) demandAllConsistent(model, id)
  demandOrder(model, changed)
}

/** Demands that a node counts as failed what the database has as failed. A lost lease names no state. */
function demandStates(model: Model, attempts: Of['args'][0], value: readonly (string | null)[]): void {
  for (const [index, { deliveryId }] of attempts.entries()) {
    const said = value[index] ?? null
    // The delivery may have been removed with its history since.
    if (said === null) continue
    const { state } = model.delivery(deliveryId)
    demand(
      said === (state === 'waiting' ? 'pending' : state),
      'the state that is returned is the state that was written',
      () => `delivery ${deliveryId}: ${said} instead of ${state}`,
    )
  }
}

interface Given {
  readonly node: number
  readonly now: number
  readonly owned: readonly Finished[]
}

/**
 * Attempts that are recorded together, and what follows from them for the others of their alert queues and webhooks.
 */
function applyRound(
  model: Model,
  { ends, rest }: Round,
  { node, now, owned }: Given,
): readonly ModelDelivery[] {
  const positionOf = (id: number) => owned.findIndex(({ deliveryId }) => deliveryId === id)
  const escalated = followNotifications(model, ends, { owned, now })
  const ended = applyRows(model, ends, ENDS)
  for (const { delivery, change } of ended.toSorted(
    (one, other) => positionOf(one.delivery.id) - positionOf(other.delivery.id),
  )) {
    const finished = owned[positionOf(delivery.id)]
    const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
    demand(
      finished !== undefined && claim?.node === node,
      'only the holder of a lease records its attempt',
      () => `delivery ${delivery.id}, attempt ${change.before.attemptsMade}`,
    )
    const episodeState = escalated.get(delivery)
    demandGivenWay(delivery, episodeState)
    // It is as it would be tried again, but that a newer one replaces it.
    const next = episodeState?.isSuperseded ? asIfPending(change, finished) : change
    demandRightStep(model, {
      claim,
      finished,
      change: next,
      isNotifying: claim.sentStates !== undefined,
      isFollowed: episodeState !== undefined,
    })
  }
  const others = applyRows(model, rest, [
    'waiting > pending',
    'pending > waiting',
    'pending > pending',
    'sending > sending',
    ...SUPERSEDED,
  ])
  for (const episodeState of escalated.values()) if (episodeState) demandPromoted(model, episodeState, others)
  for (const { delivery, change } of ended) {
    if (delivery.state !== 'pending' && delivery.state !== 'waiting') continue
    const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
    const isOver = isScheduleOver(model, claim)
    demandHastened(model, delivery, { before: change.before.fallbackAt, isOver, now })
  }
  for (const { delivery } of ended) {
    if (isEnded(delivery.state) && !escalated.get(delivery)) leave(model, delivery, 'due', now)
    if (delivery.state === 'failed') excuse(model, pairOf(model, delivery))
  }
  const own = new Set(ended.map(({ delivery }) => delivery))
  for (const { change: other } of others) {
    demand(
      other.before.state !== 'pending' ||
        isEnded(other.after.state) ||
        other.after.dueAt === null ||
        isHurried(other, now),
      'a due time stands until its webhook is disabled or an older notice comes',
      () => `delivery ${other.after.id}`,
    )
  }
  for (const delivery of own) {
    demand(
      delivery.state !== 'pending' || model.earlierThan(delivery).length === 0,
      'after an attempt that failed an older notice goes first',
      () => `delivery ${delivery.id}`,
    )
  }
  const failed = [...own].filter(({ state }) => state === 'failed')
  const standIns = applyFallbacks(model, failed, rest, now)
  return [...own, ...others.map(({ delivery }) => delivery), ...standIns]
}

/** Applies attempts to the receiver states, before the rows that the store has written are read. */
function followNotifications(
  model: Model,
  ends: readonly Change[],
  { owned, now }: Pick<Given, 'owned' | 'now'>,
): ReadonlyMap<ModelDelivery, FollowedAttempt | undefined> {
  const escalated = new Map<ModelDelivery, FollowedAttempt | undefined>()
  const ids = new Set(
    ends.map((change) => (change.kind === 'delivery changed' ? change.before.id : undefined)),
  )
  for (const finished of owned) {
    const { deliveryId, attempt } = finished
    const claim = model.claims.get(claimName(deliveryId, attempt))
    if (!ids.has(deliveryId) || !claim) continue
    const delivery = model.delivery(deliveryId)
    noteAttempt(model, claim, { isLost: false })
    delivery.isRejected = isRejected(claim)
    const certainty = claim.sentStates
      ? certaintyBy(claim.exchange?.receiverState)
      : finished.state === 'delivered'
        ? 'accepted'
        : 'possible'
    const { state: next, dueAt } = finished
    escalated.set(
      delivery,
      followAttempt(
        model,
        {
          delivery,
          claim,
          certainty,
          next,
          dueAt: dueAt ?? now,
          isRecorded: true,
          isOver: isScheduleOver(model, claim),
        },
        now,
      ),
    )
    const sign = signOf(model, finished)
    const isWellAgain = sign.kind === 'healthy' && (model.flows.get(delivery.webhookId)?.failures ?? 0) > 0
    if (isWellAgain) makeDue(model, delivery.webhookId, { except: pairOf(model, delivery) })
    noteSignal(model, delivery.webhookId, { sign, now, deliveryId })
  }
  return escalated
}

function isRejected({ exchange }: ModelClaim): boolean {
  const reaction = exchange?.receiverState?.reaction
  return reaction !== undefined && 'status' in reaction && isRejection(reaction)
}

function asIfPending(change: RowChange, { state, dueAt }: Finished): RowChange {
  return { ...change, after: { ...change.after, state, dueAt } }
}

function isOwned(model: Model, finished: Finished): boolean {
  const delivery = model.deliveries.get(finished.deliveryId)
  const isHeld = delivery?.state === 'sending' && delivery.attemptsMade === finished.attempt
  if (isHeld && model.isLost(finished))
    model.saw('a response after a claim that was lost, while another has its number')
  return isHeld && !model.isLost(finished)
}

/** What an attempt shows of its receiver. */
function signOf(model: Model, { deliveryId, attempt }: Finished): Sign {
  const receiverState = model.claims.get(claimName(deliveryId, attempt))?.exchange?.receiverState
  if (!receiverState) return { kind: 'unknown' }
  const { reaction } = receiverState
  if ('failure' in reaction) return { kind: reaction.failure === 'cancelled' ? 'unknown' : 'failing' }
  if (reaction.status === 200) return { kind: 'healthy' }
  const until = askedUntil(reaction, receiverState.at)
  if (until > receiverState.at) return { kind: 'asks', at: receiverState.at, until }
  return { kind: isRejection(reaction) ? 'rejecting' : 'failing' }
}

function askedUntil({ asks }: ReceiverResponse, at: number): number {
  if (asks === undefined) return at
  return 'ms' in asks ? at + asks.ms : asks.until
}

interface Step {
  /** It says the current state, which does not grow old. */
  readonly isNotifying: boolean
  /** What becomes of those after it follows from what its receiver knows. */
  readonly isFollowed: boolean
  readonly claim: ModelClaim
  readonly finished: Finished
  readonly change: RowChange
}

/** From what the receiver said follows what becomes of the delivery, and when it is tried again. */
function demandRightStep(model: Model, { claim, finished, change, isNotifying, isFollowed }: Step): void {
  const { before, after } = change
  const what = `delivery ${before.id}, attempt ${before.attemptsMade}`
  if (claim.isUnreadable) return demandGivenUp(model, { finished, change })
  const receiverState = claim.exchange?.receiverState
  demand(receiverState !== undefined, 'what is recorded has happened', () => what)
  const reaction = receiverState.reaction
  if ('failure' in reaction) {
    demand(finished.response === null, 'what is recorded has happened', () => what)
    model.saw(`no response: ${reaction.failure}`)
    if (reaction.failure === 'cancelled') {
      return demand(after.state === 'pending', 'what we cut off ourselves goes on later', () => what)
    }
    return demandRetry(model, { claim, change, isNotifying }, { leastMs: 0, at: receiverState.at })
  }
  const { status, asks } = reaction
  demand(
    finished.response !== null && JSON.parse(finished.response).status === status,
    'what is recorded has happened',
    () => `${what}: ${finished.response} instead of ${status}`,
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
    blurOtherwise(model)
    return demand(
      after.state === 'failed',
      'what a receiver refuses for good has failed',
      () => `${what}: ${after.state}`,
    )
  }
  if (asks) model.saw('a receiver asks for time')
  if (isRejection(reaction))
    return demandRejected(model, { claim, change, isNotifying, isFollowed }, receiverState.at)
  const isSlow = status < 500 && status !== 429
  const askedMs = askedUntil(reaction, receiverState.at) - receiverState.at
  const leastMs = Math.max(isSlow ? SLOW_MS : 0, askedMs)
  demandRetry(model, { claim, change, isNotifying }, { leastMs, at: receiverState.at })
}

/** Tried again a few times once the receiver has accepted another, and ended in favour of what must not wait for it. */
function demandRejected(model: Model, given: Omit<Step, 'finished'>, at: number): void {
  const { claim, change } = given
  const { before, after } = change
  const own = claim.webhook.retryScheduleMs
  const delays = claim.isOtherAccepted ? (own ?? REJECTED_MS) : (own ?? model.plan.retryScheduleMs)
  const delivery = model.delivery(before.id)
  const behind = [...model.alertQueue(delivery.alertQueue)].filter((id) => id !== before.id)
  model.saw('a notification is rejected')
  model.saw('a notification alone is rejected', claim.isOtherAccepted)
  const givesWay = !given.isFollowed && behind.length > 0
  if (delays[claim.scheduleAttempt] !== undefined && givesWay) {
    model.saw('what is rejected gives way')
    return demand(
      after.state === 'failed',
      'what is rejected holds up nothing behind it',
      () => `delivery ${before.id} before ${behind.join(', ')}`,
    )
  }
  const isGivenUp = claim.isOtherAccepted
  demandRetry(
    model,
    { ...given, isNotifying: given.isNotifying && !isGivenUp },
    { leastMs: isGivenUp ? 0 : SLOW_MS, at, delays },
  )
}

/** Nothing can be sent of it: so it ends, with that reason, and holds up nobody. */
function demandGivenUp(
  model: Model,
  { finished, change: { before, after } }: Pick<Step, 'finished' | 'change'>,
): void {
  model.saw('what cannot be read has failed')
  demand(
    after.state === 'failed' &&
      finished.response === null &&
      /^its event (?:cannot be read|was not sent)/.test(finished.reason),
    'what cannot be read ends as failed with that reason',
    () => `delivery ${before.id}, ${after.state}: ${finished.reason}`,
  )
}

function demandRetry(
  model: Model,
  { claim, change: { before, after }, isNotifying }: Omit<Step, 'finished' | 'isFollowed'>,
  {
    leastMs,
    at,
    delays,
  }: { readonly leastMs: number; readonly at: number; readonly delays?: readonly number[] },
): void {
  const schedule = delays ?? claim.webhook.retryScheduleMs ?? model.plan.retryScheduleMs
  const what = `delivery ${before.id}, attempt ${before.attemptsMade}, ${claim.scheduleAttempt} of ${schedule.length} in the schedule`
  // By the last delay of its schedule or, if that is 0, each minute.
  const lastMs = isNotifying ? schedule.at(-1) || PRESENT_MS : undefined
  const plannedMs = schedule[claim.scheduleAttempt] ?? lastMs
  model.saw(
    'the current state is tried again beyond its schedule',
    isNotifying && schedule[claim.scheduleAttempt] === undefined,
  )
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
