import { isKept } from '../model/model-webhook.ts'
import { mustNotify } from '../../../src/domain/receiver-state/receiver-state.ts'
import type { Stored } from '../database/stored.ts'
import { demand } from '../model/broken-promise.ts'
import type { Model } from '../model/model.ts'
import { endFollowing, isUnderWay, type Received } from './received.ts'
import { wantsClear, alertQueueOf, pairName, sentOf } from './model-states.ts'

/** The stored states equal the requests that were sent, row by row; deleted webhooks do not count. */
export function checkNotified(model: Model, rows: Stored['memory']): void {
  const rest = new Map(model.receiverState)
  for (const row of rows) {
    if (!model.webhooks.has(row.webhookId)) continue
    const known = rest.get(pairName(row))
    rest.delete(pairName(row))
    demand(
      known !== undefined && JSON.stringify(known) === JSON.stringify(row),
      'what was sent is remembered, and nothing else',
      () => `${JSON.stringify(row)} instead of ${JSON.stringify(known)}`,
    )
  }
  const missing = [...rest.values()].filter(({ webhookId }) => model.webhooks.has(webhookId))
  demand(missing.length === 0, 'what was sent is remembered, and nothing else', () => JSON.stringify(missing))
}

/** Whatever should be sent is on its way, or listed as out of sync. */
export function checkCarried(model: Model): void {
  for (const receiverState of model.receiverState.values()) {
    const webhook = model.webhooks.get(receiverState.webhookId)
    if (!webhook || !(receiverState.escalated || isKept(webhook))) continue
    demand(
      !mustNotify(receiverState, wantsClear(webhook, receiverState)) ||
        receiverState.resync !== 'none' ||
        alertQueueOf(model, receiverState).length > 0,
      'what differs is on its way, or out of sync',
      () => JSON.stringify(receiverState),
    )
  }
  for (const received of model.received.values()) checkEndCarried(model, received)
}

/** A webhook that may have been notified of an alert is notified of its clear, unless its settings, its receiver or a person prevent that. */
function checkEndCarried(model: Model, received: Received): void {
  const { pair, newest, isNotified, isPossiblySent, isExcused, escalated } = received
  const webhook = model.webhooks.get(pair.webhookId)
  if (!webhook?.enabled || !(escalated || isKept(webhook)) || newest?.state !== 'cleared') return
  if (!(isNotified || isPossiblySent) || !wantsClear(webhook, { escalated })) return
  demand(
    isExcused || isUnderWay(model, received) || sentOf(model, pair)?.resync === 'due',
    'whoever was notified of an alert is notified of its clear',
    () => JSON.stringify(received),
  )
}

/** So long a fallback waits beyond its time, if nodes are there to notify it. */
const LATE_MS_MAX = 10_000

/** A fallback is notified in time of what has not arrived. */
export function checkFallbacksInTime(model: Model, now: number): void {
  if (model.calmMs < LATE_MS_MAX) return
  for (const { id, finishedAt, fallbackAt, bornAt } of model.deliveries.values()) {
    demand(
      finishedAt !== null ||
        fallbackAt === null ||
        fallbackAt > now - LATE_MS_MAX ||
        bornAt > model.elapsed - LATE_MS_MAX,
      'a fallback is notified in time of what has not arrived',
      () => `delivery ${id}: at ${fallbackAt}, now ${now}`,
    )
  }
}

/** When all faults are over, and nothing is on its way: each receiver has the current state. */
export function checkAtThePresent(model: Model): void {
  for (const received of model.received.values()) {
    endFollowing(model, received)
    const { pair, newest, taken, isExcused, isConfused, escalated } = received
    const webhook = model.webhooks.get(pair.webhookId)
    if (
      !webhook?.enabled ||
      !(escalated || isKept(webhook)) ||
      !newest ||
      isConfused ||
      isExcused ||
      received.isAssumed ||
      received.isForgotten
    )
      continue
    const isOutOfSync = sentOf(model, pair)?.resync !== 'none' && sentOf(model, pair) !== undefined
    demand(!isOutOfSync, 'only what was rejected or cancelled stays out of sync', () =>
      JSON.stringify(received),
    )
    const isOver = newest.state === 'cleared'
    if (isOver && !wantsClear(webhook, { escalated })) continue
    model.saw('a receiver has the current state')
    const knows = isOver
      ? taken === undefined || taken.state === 'cleared'
      : taken?.state === newest.state &&
        model.events.get(taken.eventId)?.episodeNumber === newest.episodeNumber
    demand(
      knows || (taken !== undefined && !model.events.has(taken.eventId)),
      'a receiver that takes everything has the current state',
      () => JSON.stringify(received),
    )
  }
}
