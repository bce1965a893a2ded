import { newReceiverState, type EpisodeState } from '../../../src/domain/receiver-state/receiver-state.ts'
import type { Model, ModelAlert, ModelEvent } from '../model/model.ts'
import { countsAsActive } from '../model/model-match.ts'
import type { ModelWebhook } from '../model/model-webhook.ts'
import { assume } from './received.ts'
import { countedAs, alertQueueOf, sentOf, writeReceiverStates, type Pair } from './model-states.ts'

interface Seeding {
  readonly webhook: ModelWebhook
  readonly alert: ModelAlert
  readonly now: number
}

/**
 * A webhook changes to current-state mode: its receiver knows what it took last of what is raised. What is on its
 * way may be received; what history cannot say counts as sent, if it was reported since the webhook was made.
 */
export function seed(model: Model, { webhook, alert, now }: Seeding): void {
  const pair = { webhookId: webhook.id, alertId: alert.id }
  if (sentOf(model, pair)) return
  const desired: EpisodeState = {
    state: countedAs(alert.state, countsAsActive(model, webhook, alert), false),
    episodeNumber: alert.episodeNumber,
  }
  const taken = alert.state === 'cleared' ? undefined : newestTaken(model, pair)
  const isReadable = taken !== undefined && !model.damagedEvents.has(taken.id)
  const lastSent = isReadable ? knownBy(taken, desired, webhook) : undefined
  const alertQueue = alertQueueOf(model, pair)
  if (alertQueue.length > 0) {
    const eventId = Math.max(...alertQueue.map((delivery) => delivery.eventId))
    writeReceiverStates(model, pair, {
      ...newReceiverState(pair),
      ...(lastSent && { lastSent }),
      uncertain: true,
      desired,
      eventId,
    })
    return assume(model, pair)
  }
  if (lastSent && taken) {
    model.saw('what a receiver took is known from history')
    const isSame = lastSent.state === desired.state && lastSent.episodeNumber === desired.episodeNumber
    const left = isSame ? { eventId: taken.id } : ({ resync: 'later', outOfSyncSince: now } as const)
    writeReceiverStates(model, pair, { ...newReceiverState(pair), lastSent, desired, ...left })
    return assume(model, pair)
  }
  if (isReadable || desired.state === 'cleared' || alert.reportedAt < webhook.createdAt) return
  if (!taken && isWhole(model, alert)) return model.saw('history says that nothing was taken')
  writeReceiverStates(model, pair, { ...newReceiverState(pair), lastSent: desired, desired })
  assume(model, pair)
}

/** Of all events of the alert that its receiver has accepted. */
function newestTaken(model: Model, pair: Pair): ModelEvent | undefined {
  const taken = [...model.deliveries.values()]
    .filter(({ webhookId, state }) => webhookId === pair.webhookId && state === 'delivered')
    .flatMap(({ eventId }) => model.events.get(eventId) ?? [])
    .filter(({ alertId }) => alertId === pair.alertId)
  return taken.toSorted((one, other) => one.id - other.id).at(-1)
}

/** Undefined: that it is over, or something whose end it does not want. */
function knownBy(
  { newState = 'cleared', episodeNumber }: ModelEvent,
  desired: EpisodeState,
  { alertFlags }: ModelWebhook,
): EpisodeState | undefined {
  const isOver = newState === 'cleared' || (desired.state === 'cleared' && !alertFlags.cleared)
  return isOver ? undefined : { state: newState, episodeNumber }
}

/** Its beginning is kept, and nothing that ended since then can have been removed. */
function isWhole(model: Model, alert: ModelAlert): boolean {
  const ended = [...model.deliveries.values()].filter(({ finishedAt }) => finishedAt !== null)
  const first = ended.toSorted((one, other) => one.id - other.id)[0]
  const since = first?.finishedAt ?? 0
  return [...model.events.values()].some(
    ({ id, alertId, episodeNumber, oldState, isChange, acceptedAt }) =>
      alertId === alert.id &&
      episodeNumber === alert.episodeNumber &&
      oldState === 'cleared' &&
      isChange &&
      acceptedAt >= since &&
      !model.damagedEvents.has(id),
  )
}
