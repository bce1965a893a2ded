import { demand } from './broken-promise.ts'
import type { Change, DeliveryFacts } from './change-log.ts'
import { positionOf } from './position-in-queue.ts'
import { isEnded, type Model, type ModelAlert, type ModelDelivery, type ModelEvent } from './model.ts'
import { beginFollowing, fallbackAtOf } from '../receiver-state/follow-change.ts'
import { demandFallbackAt } from '../receiver-state/follow-webhook.ts'
import { sentOf, writeReceiverStates, type Pair } from '../receiver-state/model-states.ts'

/** However webhooks name each other. */
const CHAIN_LENGTH_MAX = 10

/**
 * When deliveries have just ended, or not arrived in time: the fallbacks of those that failed must be notified, and
 * nobody else: of an alert as it is now, which they follow from then on. Returns what was made. Those of older events
 * are put into their queues first.
 */
export function applyFallbacks(
  model: Model,
  undelivered: readonly ModelDelivery[],
  changes: readonly Change[],
  now: number,
): readonly ModelDelivery[] {
  const added = changes.flatMap((change) => (change.kind === 'delivery added' ? [change.after] : []))
  const ids = new Set(undelivered.map(({ id }) => id))
  const strays = added.filter(({ fallbackOf: id }) => id === null || !ids.has(id))
  demand(strays.length === 0, 'the fallback is notified of what failed, exactly once', () =>
    JSON.stringify(strays),
  )
  const order = new Map(added.map(({ fallbackOf }, index) => [fallbackOf, index]))
  // Of several that would notify the same fallback of the same alert, the first that is written does.
  return undelivered
    .toSorted((one, other) => (order.get(one.id) ?? Infinity) - (order.get(other.id) ?? Infinity))
    .flatMap((failed) => {
      const rows = added.filter(({ fallbackOf: id }) => id === failed.id)
      return applyFallback(model, failed, rows, now) ?? []
    })
}

function applyFallback(
  model: Model,
  failed: ModelDelivery,
  added: readonly DeliveryFacts[],
  now: number,
): ModelDelivery | undefined {
  const event = newestOf(model, failed)
  const escalated = event && fallbackOf(model, failed, event)
  const alert = event && [...model.alerts.values()].find(({ id }) => id === event.alertId)
  // Newer changes may be pruned: then a resync notifies the fallback of the current state, if anything is left to
  // send.
  const isStale =
    alert !== undefined &&
    (alert.state !== event?.newState ||
      (alert.state !== 'cleared' && alert.episodeNumber !== event?.episodeNumber))
  const expected = isStale ? undefined : escalated
  const [row] = added
  demand(
    added.length === (expected === undefined ? 0 : 1) && row?.webhookId === expected,
    'the fallback is notified of what failed, exactly once',
    () =>
      `delivery ${failed.id}: webhooks ${added.map(({ webhookId }) => webhookId).join(', ') || 'none'} instead of ${expected ?? 'none'}`,
  )
  if (isStale && escalated !== undefined && alert && alert.state !== 'cleared')
    followState(model, { webhookId: escalated, alertId: alert.id }, { alert, eventId: event.id, now })
  if (!row || !event) return undefined
  const isNew = !model.deliveries.has(row.id) && row.attemptsMade === 0
  demand(
    isNew && row.fallbackOf === failed.id && row.eventId === event.id,
    'a fallback is notified of the newest event of the same alert, or the same job run',
    () => `${JSON.stringify(row)} instead of event ${JSON.stringify(event)}`,
  )
  const alertQueue = `webhook ${row.webhookId}, ${event.subject}`
  const { isBehind } = positionOf(model, { alertQueue, eventId: event.id })
  demand(
    row.state === (isBehind ? 'waiting' : 'pending'),
    'what a fallback is sent goes into the order of events',
    () => `delivery ${row.id} is ${row.state}`,
  )
  const fallback = model.webhooks.get(row.webhookId)
  if (fallback) demandFallbackAt(row, fallbackAtOf(fallback, now))
  model.saw(failed.depth === 0 ? 'a fallback is notified' : 'the fallback of a fallback is notified')
  const { alertId, newState } = event
  if (alertId !== undefined && newState !== undefined) {
    const pair = { webhookId: row.webhookId, alertId }
    beginFollowing(model, pair, { ...event, alertId, newState }, now)
  }
  return model.add({ row, event, alertQueue, depth: failed.depth + 1, now })
}

interface Escalated {
  readonly alert: ModelAlert
  /** The newest event that is kept. */
  readonly eventId: number
  readonly now: number
}

/** A fallback follows an alert whose newest event is pruned: a resync creates the delivery. */
function followState(model: Model, pair: Pair, { alert, eventId, now }: Escalated): void {
  const { state, episodeNumber } = alert
  const event = { id: eventId, alertId: alert.id, newState: state, episodeNumber }
  beginFollowing(model, pair, event as Parameters<typeof beginFollowing>[2], now)
  const written = sentOf(model, pair)
  if (written) writeReceiverStates(model, pair, { ...written, resync: 'due' })
}

/** The event to send: of an alert the newest. */
function newestOf(model: Model, { eventId }: ModelDelivery): ModelEvent | undefined {
  const event = model.events.get(eventId)
  if (event?.alertId === undefined) return event
  // What one webhook has missed is for no other; of what is damaged nobody can know that it is such a one.
  const all = [...model.events.values()].filter(
    ({ id, alertId, isMissed }) => alertId === event.alertId && !(isMissed && !model.damagedEvents.has(id)),
  )
  return all.toSorted((one, other) => other.id - one.id)[0] ?? event
}

function fallbackOf(model: Model, failed: ModelDelivery, event: ModelEvent): number | undefined {
  const id = model.webhooks.get(failed.webhookId)?.fallbackWebhookId ?? undefined
  const fallback = id === undefined ? undefined : model.webhooks.get(id)
  if (!isUnsent(failed) || failed.depth >= CHAIN_LENGTH_MAX || !fallback?.enabled) return undefined
  if (fallback.payloadType !== (event.newState === undefined ? 'JOB' : 'ALERT')) return undefined
  const isNotified = [...model.deliveries.values()].some(
    ({ eventId, webhookId }) => eventId === event.id && webhookId === fallback.id,
  )
  if (isNotified || event.alertId === undefined) return isNotified ? undefined : fallback.id
  // It would be the first notification about it, or nothing can be read of it.
  if (event.newState === 'cleared' || model.damagedEvents.has(event.id)) return undefined
  return sentOf(model, { webhookId: fallback.id, alertId: event.alertId }) ? undefined : fallback.id
}

/** It has failed, or is not there in time. */
function isUnsent({ state }: ModelDelivery): boolean {
  return state === 'failed' || !isEnded(state)
}
