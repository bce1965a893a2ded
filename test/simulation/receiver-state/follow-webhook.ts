import { resyncPair } from '../../../src/domain/receiver-state/resync.ts'
import { newReceiverState, type ReceiverState } from '../../../src/domain/receiver-state/receiver-state.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { Executed } from '../database/simulated-database.ts'
import { demand } from '../model/broken-promise.ts'
import type { Model, ModelAlert, ModelEvent } from '../model/model.ts'
import { countsAsActive } from '../model/model-match.ts'
import { isKept, type ModelWebhook } from '../model/model-webhook.ts'
import { Written } from '../model/written.ts'
import { demandOrder } from '../model/apply-rows.ts'
import { fallbackAtOf } from './follow-change.ts'
import {
  urgencyForReceiver,
  countedAs,
  headOf,
  alertQueueOf,
  pairName,
  sentOf,
  writeReceiverStates,
  type Pair,
} from './model-states.ts'
import { makeDue } from './follow-attempt.ts'
import { seed } from './seed.ts'
import { forget, forgetKnown, forgetUnderWay } from './received.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

/** What is remembered of a webhook after it was changed. */
export function followWebhook(model: Model, before: ModelWebhook, after: ModelWebhook, now: number): void {
  if (isKept(after) && !isKept(before)) {
    model.saw('a webhook is moved to mode current_state')
    for (const alert of model.alerts.values()) seed(model, { webhook: after, alert, now })
  }
  if (isKept(before) && !isKept(after)) {
    for (const [name, { webhookId, escalated }] of model.receiverState) {
      if (webhookId === after.id && !escalated) model.receiverState.delete(name)
    }
    for (const { pair, escalated } of model.received.values()) {
      if (pair.webhookId === after.id && !escalated) forget(model, after.id, pair.alertId)
    }
  }
  if (after.enabled && !before.enabled) makeDue(model, after.id, { now })
}

export function applyResync(
  model: Model,
  { args: [id, given], value, error, isUnanswered }: Of<'resyncWebhook'>,
): void {
  const webhook = model.webhooks.get(id)
  const isFollowed = (alertId: number) => sentOf(model, { webhookId: id, alertId })?.escalated === true
  const escalated = [...model.receiverState.values()].some(
    (receiverState) => receiverState.webhookId === id && receiverState.escalated,
  )
  const canBe = webhook !== undefined && (isKept(webhook) || escalated) && webhook.enabled
  if (error !== undefined) {
    const code = error instanceof AppError ? error.code : undefined
    const isRight = code === 'unavailable' || (!canBe && (code === 'conflict' || code === 'not_found'))
    return demand(isRight, 'a refusal has a reason', () => `resync of ${id}: ${String(error)}`)
  }
  demand(canBe, 'only an enabled webhook of which something is remembered is resynced', () => `webhook ${id}`)
  model.saw('a resync of what is followed in mode every_change', !isKept(webhook))
  const isRaised = (alert: ModelAlert) =>
    countsAsActive(model, webhook, alert) || (alert.state !== 'cleared' && isFollowed(alert.id))
  const raised = [...model.alerts.values()].filter(isRaised)
  const unknown = raised.filter((alert) => !sentOf(model, { webhookId: id, alertId: alert.id }))
  const resync = [...model.receiverState.values()].filter(
    (receiverState) => receiverState.webhookId === id && receiverState.resync !== 'none',
  )
  const count = given.forgets ? raised.length : resync.length + unknown.length
  demand(
    isUnanswered || value?.count === count,
    'a response says what was done',
    () => `resync of webhook ${id}: ${value?.count} instead of ${count}`,
  )
  if (given.isDryRun) return
  model.saw(given.forgets ? 'a receiver is sent everything anew' : 'a resync is asked for')
  if (given.forgets) forgetSent(model, id, given.now)
  makeDue(model, id, { now: given.now })
  for (const alert of unknown) {
    const pair = { webhookId: id, alertId: alert.id }
    const desired = { state: alert.state, episodeNumber: alert.episodeNumber }
    writeReceiverStates(model, pair, {
      ...newReceiverState(pair),
      desired,
      resync: 'due',
      outOfSyncSince: given.now,
    })
  }
}

function forgetSent(model: Model, webhookId: number, now: number): void {
  for (const [name, receiverState] of model.receiverState) {
    if (receiverState.webhookId !== webhookId) continue
    const resync = receiverState.outOfSyncSince === null ? 'later' : receiverState.resync
    const { lastSent } = newReceiverState(receiverState)
    model.receiverState.set(name, {
      ...receiverState,
      lastSent,
      uncertain: false,
      resync,
      outOfSyncSince: receiverState.outOfSyncSince ?? now,
    })
    if (alertQueueOf(model, receiverState).length === 0) forgetKnown(model, receiverState)
    else forgetUnderWay(model, receiverState)
  }
}

/** Each alert that is due is sent in its current state, by an event of its own, or not at all. */
export function applyTakeUp(
  model: Model,
  { args: [{ now, limit }], value, isUnanswered, changes }: Of<'createMissingDeliveries'>,
): void {
  const due = [...model.receiverState.values()]
    .filter(({ resync }) => resync === 'due')
    .toSorted((one, other) => one.webhookId - other.webhookId || one.alertId - other.alertId)
    .slice(0, limit)
  demand(
    isUnanswered || value === due.length,
    'a response says what was done',
    () => `${value} taken up instead of ${due.length}`,
  )
  const written = new Written(changes)
  for (const receiverState of due) takeUpOne(model, receiverState, { written, now })
  written.demandNoMore()
  demandOrder(
    model,
    written.alertQueues.flatMap((alertQueue) =>
      [...model.alertQueue(alertQueue)].slice(0, 1).map((id) => model.delivery(id)),
    ),
  )
}

function takeUpOne(
  model: Model,
  before: ReceiverState,
  { written, now }: { readonly written: Written; readonly now: number },
): void {
  const pair: Pair = before
  const webhook = model.webhooks.get(pair.webhookId)
  const alert = [...model.alerts.values()].find(({ id }) => id === pair.alertId)
  const isActive = webhook !== undefined && alert !== undefined && countsAsActive(model, webhook, alert)
  const state = webhook && alert ? countedAs(alert.state, isActive, before.escalated) : 'cleared'
  const { receiverState, needsDelivery } = resyncPair({
    receiverState: before,
    webhook,
    meetsMatch: isActive,
    coveredBy: null,
    alert,
    hasAlertQueue: headOf(model, pair) !== undefined,
    now,
  })
  writeReceiverStates(model, pair, receiverState)
  if (!receiverState || !needsDelivery || !webhook || !alert) return
  model.saw('what was out of sync is sent')
  const trigger = {
    subject: `alert ${alert.id}`,
    alertId: alert.id,
    oldState: before.lastSent.state,
    newState: alert.state,
    episodeNumber: alert.episodeNumber,
    trigger: 'resync',
    isExpiry: undefined,
  } as const
  const event: ModelEvent = written.takeEvent(trigger)
  model.events.set(event.id, event)
  writeReceiverStates(model, pair, { ...receiverState, eventId: event.id })
  const rows = written.takeDeliveries(event.id)
  const [row] = rows
  const urgency = urgencyForReceiver(event, state, before.lastSent)
  demand(
    row !== undefined &&
      rows.length === 1 &&
      row.webhookId === webhook.id &&
      row.state === 'pending' &&
      row.dueAt === now,
    'what is out of sync is sent at once to the webhook that needs it',
    () => `event ${event.id} for webhook ${webhook.id}: ${JSON.stringify(rows)}`,
  )
  demandFallbackAt(row, fallbackAtOf(webhook, receiverState.outOfSyncSince ?? now))
  written.alertQueues.push(pairName(pair))
  model.add({ row, event, urgency, alertQueue: pairName(pair), depth: 0, now })
}

export function demandFallbackAt(
  row: { readonly id: number; readonly fallbackAt: number | null },
  expected: number | null,
): void {
  demand(
    row.fallbackAt === expected,
    'a fallback is notified after the time that its webhook says',
    () => `delivery ${row.id}: at ${row.fallbackAt} instead of ${expected}`,
  )
}
