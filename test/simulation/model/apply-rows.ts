import type { DeliveryState } from '../../../src/domain/delivery/delivery.ts'
import type { Change } from './change-log.ts'
import { demand } from './broken-promise.ts'
import { demandUrgentHead } from './model-urgency.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'

export type Move = `${DeliveryState} > ${DeliveryState}`
export type RowChange = Extract<Change, { readonly kind: 'delivery changed' }>

/** Only where the model says so beforehand. */
export const SUPERSEDED: readonly Move[] = ['waiting > superseded', 'pending > superseded']

/**
 * Follows what a call did to deliveries that were there already, and demands that it did nothing but the moves that
 * this call may make. Returns the deliveries it changed, each with the change.
 */
export function applyRows(
  model: Model,
  changes: readonly Change[],
  mayMove: readonly Move[],
): readonly { readonly delivery: ModelDelivery; readonly change: RowChange }[] {
  const changed = []
  for (const change of changes) {
    if (change.kind === 'attempt added') recordAttempt(model, change)
    if (change.kind !== 'delivery changed') continue
    const { before, after } = change
    const delivery = model.delivery(before.id)
    const move: Move = `${before.state} > ${after.state}`
    demand(
      mayMove.includes(move),
      isEnded(before.state)
        ? 'a delivery leaves an end state only by a retry by hand'
        : 'a delivery goes only the ways of the diagram',
      () => `delivery ${before.id}: ${move}`,
    )
    demand(
      after.eventId === delivery.eventId && after.webhookId === delivery.webhookId,
      'a delivery brings one event to one webhook',
      () => `delivery ${before.id}`,
    )
    if (move === 'waiting > pending') demandIsNext(model, delivery)
    if (after.state === 'superseded') {
      demand(
        model.superseded.delete(delivery.id),
        'only what a newer one says better is superseded',
        () => `delivery ${before.id}`,
      )
    }
    if (isEnded(after.state)) {
      demand(
        after.reason !== null && after.reason !== '',
        'each delivery ends with a reason',
        () => `delivery ${before.id}, ${after.state}`,
      )
    }
    model.saw(after.state === 'pending' && after.dueAt === null ? `${move}, held` : move)
    model.move(delivery, after.state)
    delivery.attemptsMade = after.attemptsMade
    delivery.dueAt = after.dueAt
    delivery.queueUrgency = after.queueUrgency
    delivery.leaseUntil = after.leaseUntil
    delivery.finishedAt = after.finishedAt
    delivery.fallbackAt = after.fallbackAt
    changed.push({ delivery, change })
  }
  return changed
}

/** What was being sent is pending again, or gives way. */
export const RETURNS: readonly Move[] = ['sending > pending', 'sending > superseded']

/** What ends so is for a moment to be tried again, where an engine does it in two steps. */
export function joinSteps(
  steps: readonly Change[],
  ...states: readonly ('failed' | 'superseded')[]
): readonly Change[] {
  const moves = states.map((state): Move => `pending > ${state}`)
  const returned = new Set(steps.filter((step) => isMove(step, ['sending > pending'])).map(idOf))
  const isSecond = (step: Change) => isMove(step, moves) && returned.has(idOf(step))
  const ends = new Map(steps.filter(isSecond).map((step) => [idOf(step), step]))
  return steps.flatMap((step) => {
    if (isSecond(step)) return []
    const end = isMove(step, ['sending > pending']) ? ends.get(idOf(step)) : undefined
    if (end?.kind !== 'delivery changed' || step.kind !== 'delivery changed') return [step]
    return [{ ...step, after: end.after }]
  })
}

function idOf(step: Change): number | undefined {
  return step.kind === 'delivery changed' ? step.after.id : undefined
}

/** Some deliveries that end together, and then what follows from that for others. */
export interface Round {
  /** With the attempts that are written with them. */
  readonly ends: readonly Change[]
  readonly rest: readonly Change[]
}

/** The changes of a call that ends several deliveries, one after the other or many at once, as engines do it. */
export function roundsOf(changes: readonly Change[], ...ends: readonly Move[]): readonly Round[] {
  const rounds: { readonly ends: Change[]; readonly rest: Change[] }[] = []
  for (const change of changes) {
    const isEnd = isMove(change, ends)
    const last = rounds.at(-1)
    demand(isEnd || last !== undefined, 'only what was attempted ends', () => JSON.stringify(change))
    if (isEnd && (!last || last.rest.length > 0)) rounds.push({ ends: [change], rest: [] })
    else if (isEnd || (change.kind === 'attempt added' && last?.rest.length === 0)) last?.ends.push(change)
    else last?.rest.push(change)
  }
  return rounds
}

export function isMove(change: Change, moves: readonly Move[]): boolean {
  return (
    change.kind === 'delivery changed' && moves.includes(`${change.before.state} > ${change.after.state}`)
  )
}

/** After a call: what must be true of the deliveries it changed, and of their alert queues. */
export function demandOrder(model: Model, changed: Iterable<ModelDelivery>): void {
  const alertQueues = new Set<string>()
  for (const delivery of changed) {
    alertQueues.add(delivery.alertQueue)
    demandConsistent(model, delivery)
  }
  for (const name of alertQueues) {
    const unfinished = [...model.alertQueue(name)]
    const heads = unfinished.filter((id) => model.delivery(id).state !== 'waiting')
    demand(
      unfinished.length === 0 || heads.length === 1,
      'of each webhook and alert (or job) exactly one unfinished delivery does not wait',
      () => `${name}: ${unfinished.map((id) => `${id} ${model.delivery(id).state}`).join(', ')}`,
    )
    const [head] = heads
    // In current-state mode a newer delivery of an alert replaces the one that is being sent.
    const isFollowed =
      model.receiverState.has(name) && head !== undefined && model.delivery(head).state === 'sending'
    if (head !== undefined && !isFollowed) demandUrgentHead(model, model.delivery(head))
  }
}

export function demandConsistent(model: Model, delivery: ModelDelivery): void {
  const { id, webhookId, state, dueAt, attemptsMade, attemptsRecorded, finishedAt } = delivery
  const isHeld = model.webhooks.get(webhookId)?.enabled !== true
  demand(
    state !== 'pending' || (dueAt === null) === isHeld,
    'a delivery is held exactly while its webhook is disabled',
    () => `delivery ${id} is due at ${dueAt}, webhook ${webhookId} is ${isHeld ? 'disabled' : 'enabled'}`,
  )
  demand(
    isEnded(state) === (finishedAt !== null),
    'a delivery has an end exactly when it has ended',
    () => `delivery ${id}, ${state}, finished at ${finishedAt}`,
  )
  const isUnderWay = state === 'sending' || !model.webhooks.has(webhookId)
  demand(
    isUnderWay || attemptsMade === attemptsRecorded,
    'every attempt is on record',
    () => `delivery ${id}: ${attemptsMade} made, ${attemptsRecorded} recorded`,
  )
}

function demandIsNext(model: Model, delivery: ModelDelivery): void {
  const earlier = model.earlierThan(delivery).filter(({ state }) => state === 'waiting')
  demand(
    earlier.length === 0,
    'the one that waits with the oldest event is next',
    () => `delivery ${delivery.id} before ${earlier.map(({ id }) => id).join(', ')}`,
  )
}

function recordAttempt(
  model: Model,
  { deliveryId, number }: Extract<Change, { readonly kind: 'attempt added' }>,
): void {
  const delivery = model.delivery(deliveryId)
  demand(
    number === delivery.attemptsRecorded + 1,
    'attempt numbers have no gaps',
    () => `delivery ${deliveryId}: attempt ${number} after ${delivery.attemptsRecorded}`,
  )
  delivery.attemptsRecorded = number
}
