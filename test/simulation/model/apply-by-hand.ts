import { AppError } from '../../../src/domain/errors.ts'
import { applyRows, demandOrder } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import type { Executed } from '../database/simulated-database.ts'
import { positionOf } from './position-in-queue.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'
import { isKept, type ModelWebhook } from './model-webhook.ts'
import { mustNotify } from '../../../src/domain/receiver-state/receiver-state.ts'
import { leave } from '../receiver-state/follow-attempt.ts'
import { excuse } from '../receiver-state/received.ts'
import { wantsClear, pairOf, sentOf, writeReceiverStates } from '../receiver-state/model-states.ts'
import { endEveryPause, endPause } from './model-flow.ts'
import { isHurried } from './model-urgency.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

/** States in which somebody can have a delivery sent now. */
const RETRIED: ReadonlySet<string> = new Set(['pending', 'delivered', 'failed', 'cancelled'])

export function applyRetryByHand(
  model: Model,
  { args: [id, now], error, changes }: Of<'retryDelivery'>,
): void {
  const delivery = model.deliveries.get(id)
  const webhook = delivery && model.webhooks.get(delivery.webhookId)
  const canBe =
    delivery !== undefined &&
    RETRIED.has(delivery.state) &&
    webhook !== undefined &&
    (delivery.state === 'pending' || isStillSo(model, delivery, webhook))
  if (error !== undefined) return demandRefusal(error, canBe, `retry of delivery ${id}`)
  demand(
    canBe,
    'what waits, is sent or was replaced is not retried',
    () => `delivery ${id}, ${delivery?.state}`,
  )
  if (delivery.state === 'pending') return applySentNow(model, { delivery, now, changes })
  const { isBehind, mayDisplace } = positionOf(model, delivery)
  const pair = pairOf(model, delivery)
  const receiverState = pair && sentOf(model, pair)
  if (receiverState && receiverState.resync !== 'none')
    writeReceiverStates(model, pair, { ...receiverState, resync: 'none' })
  const changed = applyRows(model, changes, [
    'failed > waiting',
    'failed > pending',
    'cancelled > waiting',
    'cancelled > pending',
    'delivered > waiting',
    'delivered > pending',
    'pending > waiting',
    'pending > pending',
    'sending > sending',
  ])
  demand(
    changed.every(
      ({ delivery: other, change }) =>
        other === delivery ||
        other.id === mayDisplace ||
        (other.alertQueue === delivery.alertQueue && isHurried(change, now)),
    ),
    'what is asked for is done',
    () => `retry of ${id}`,
  )
  demand(
    (delivery.state === 'waiting') === isBehind,
    'a retry by hand goes into the order of events',
    () => `delivery ${id} is ${delivery.state}`,
  )
  demand(
    isBehind || delivery.dueAt === null || delivery.dueAt === now,
    'a retry by hand is due at once',
    () => `delivery ${id}`,
  )
  model.saw(isBehind ? 'a retry by hand waits' : 'a retry by hand is due')
  endPause(model, delivery.webhookId)
  delivery.isReturned = false
  delivery.life += 1
  delivery.attemptsInLife = 0
  demandOrder(
    model,
    changed.map(({ delivery: other }) => other),
  )
}

/** A pending one need not wait for its time. */
function applySentNow(
  model: Model,
  { delivery, now, changes }: Pick<Executed, 'changes'> & { delivery: ModelDelivery; now: number },
): void {
  const changed = applyRows(model, changes, ['pending > pending'])
  demand(
    changed.every(({ delivery: other }) => other === delivery) &&
      (delivery.dueAt === null || delivery.dueAt === now),
    'a retry by hand is due at once',
    () => `delivery ${delivery.id}`,
  )
  model.saw('a pending delivery is sent by hand')
  delivery.life += 1
  delivery.attemptsInLife = 0
  endPause(model, delivery.webhookId)
}

/** Somebody has the receiver called now. */
export function applyResume(
  model: Model,
  { args: [id, { now }], error, changes }: Of<'resumeWebhook'>,
): void {
  const isEnabled = model.webhooks.get(id)?.enabled === true
  if (error !== undefined) return demandRefusal(error, isEnabled, `resuming webhook ${id}`)
  const changed = applyRows(model, changes, ['pending > pending'])
  demand(
    changed.every(({ delivery }) => delivery.webhookId === id && delivery.dueAt === now),
    'what is resumed is due at once',
    () => `webhook ${id}`,
  )
  model.saw('a webhook is resumed')
  endEveryPause(model, id)
}

/** A webhook in current-state mode gets only the newest state, if that is still to be sent. */
function isStillSo(model: Model, delivery: ModelDelivery, webhook: ModelWebhook): boolean {
  const pair = pairOf(model, delivery)
  const receiverState = pair && sentOf(model, pair)
  if (!pair || (!receiverState && !isKept(webhook))) return true
  return (
    receiverState?.eventId === delivery.eventId &&
    mustNotify(receiverState, wantsClear(webhook, receiverState))
  )
}

export function applyCancelByHand(
  model: Model,
  { args: [id, now], error, changes }: Of<'cancelDelivery'>,
): void {
  const delivery = model.deliveries.get(id)
  const canBe = delivery !== undefined && (delivery.state === 'waiting' || delivery.state === 'pending')
  if (error !== undefined) return demandRefusal(error, canBe, `cancelling delivery ${id}`)
  demand(canBe, 'only what waits or is pending is cancelled', () => `delivery ${id}, ${delivery?.state}`)
  const changed = applyRows(model, changes, [
    'waiting > cancelled',
    'pending > cancelled',
    'waiting > pending',
  ])
  demand(isEnded(delivery.state), 'what is asked for is done', () => `cancelling ${id}`)
  leave(model, delivery, 'later', now)
  excuse(model, pairOf(model, delivery))
  for (const { delivery: other } of changed) {
    demand(
      other === delivery || other.alertQueue === delivery.alertQueue,
      'only the next one is let go',
      () => `delivery ${other.id}`,
    )
  }
  demandOrder(
    model,
    changed.map(({ delivery }) => delivery),
  )
}

function demandRefusal(error: unknown, canBe: boolean, what: string): void {
  const code = error instanceof AppError ? error.code : undefined
  const isRight = code === 'unavailable' || (!canBe && (code === 'conflict' || code === 'not_found'))
  demand(isRight, 'a refusal has a reason', () => `${what}: ${String(error)}`)
}
