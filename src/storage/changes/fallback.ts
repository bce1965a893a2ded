import { alertIdOf, kindOfSubject, type AlertEvent } from '../../domain/alert/event.ts'
import { urgencyOf } from '../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  type EpisodeState,
  mayEscalate,
  newEscalation,
  newEscalationOfState,
  type ReceiverState,
  type ReceiverStateKey,
  saysCurrentState,
} from '../../domain/receiver-state/receiver-state.ts'
import { fallbackAt, isFallbackNotified } from '../../domain/routing/fallback.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { insertDeliveries } from './alert-queue.ts'
import type { EndedDelivery, NewDelivery } from './queue-rows.ts'
import type { Known, Rows } from './rows.ts'
import { nameOfPair } from './state-rows.ts'

/** A delivery that has just failed, or has not arrived in time. */
export type Failed = EndedDelivery & Pick<DeliveryRow, 'fallback_depth'>

interface Duty {
  readonly failed: Failed
  readonly fallback: Webhook
}

interface Fallbacks {
  readonly known: Known
  readonly now: Instant
  /** Webhooks that this transaction disables. */
  readonly disabledIds?: ReadonlySet<WebhookId>
}

/**
 * Creates a delivery for the fallback of a failed one, if it is enabled and takes the payload type: of an
 * alert as it is now, which it follows until the end; of a job run if it has no delivery of it. The alerts
 * are locked.
 */
export function* addFallbacks(
  rows: Rows,
  failed: readonly Failed[],
  { known, now, disabledIds = new Set() }: Fallbacks,
): TransactionScript<void> {
  const duties = dutiesOf(failed, known, disabledIds)
  const isOfAlert = (duty: Duty) => pairOf(duty).alertId !== 0
  const [ofAlerts, ofRuns] = [duties.filter(isOfAlert), duties.filter((duty) => !isOfAlert(duty))]
  yield* escalateAlerts(rows, ofAlerts, now)
  yield* escalateRuns(rows, ofRuns, now)
}

/** Tells whether a failing delivery to this webhook may have its fallback notified. */
export function mayFallBack(known: Known, webhookId: WebhookId): boolean {
  const fallbackId = known.find(webhookId)?.fallbackWebhookId ?? null
  return fallbackId !== null && known.find(fallbackId) !== undefined
}

/** The first of two failed deliveries with one event and one fallback counts. */
function dutiesOf(
  failed: readonly Failed[],
  known: Known,
  disabledIds: ReadonlySet<WebhookId>,
): readonly Duty[] {
  const duties = new Map<string, Duty>()
  for (const one of failed) {
    const fallback = known.find(known.find(one.webhook_id)?.fallbackWebhookId ?? 0)
    if (!fallback || disabledIds.has(fallback.id)) continue
    if (!isFallbackNotified(fallback, { kind: kindOfSubject(one.subject) }, one.fallback_depth)) continue
    const name = `${one.event_id} ${fallback.id}`
    if (!duties.has(name)) duties.set(name, { failed: one, fallback })
  }
  return [...duties.values()]
}

function* escalateRuns(rows: Rows, duties: readonly Duty[], now: Instant): TransactionScript<void> {
  if (duties.length === 0) return
  const asked = duties.map(({ failed, fallback }) => ({ ...failed, webhook_id: fallback.id }))
  const [, notified] = yield* together([rows.lockFanOut(asked), rows.notified(asked)])
  const wanted = duties.filter((_, index) => notified[index]?.isKept && !notified[index].isNotified)
  const deliveries = wanted.map((duty) => toDelivery(duty, now))
  yield* insertDeliveries(rows, deliveries, now)
}

/** Notifies fallbacks of the current state of alerts, once each; the first of two duties counts. */
function* escalateAlerts(rows: Rows, duties: readonly Duty[], now: Instant): TransactionScript<void> {
  if (duties.length === 0) return
  const byPair = new Map(duties.toReversed().map((duty) => [nameOfPair(pairOf(duty)), duty]))
  const wanted = [...byPair.values()].toReversed()
  const ids = [...new Set(wanted.map((duty) => pairOf(duty).alertId))]
  const [states, newest, alerts] = yield* together([
    rows.states(wanted.map(pairOf)),
    rows.newestEvents(ids),
    rows.alertStates(ids),
  ])
  const candidates = wanted.flatMap((duty) => {
    const pair = pairOf(duty)
    const event = newest.get(pair.alertId)
    const alert = alerts.get(pair.alertId)
    if (!event || alert?.state === 'cleared') return []
    return mayEscalate(states.get(nameOfPair(pair)), event) ? [{ duty, pair, event, alert }] : []
  })
  const notified = yield* rows.notified(
    candidates.map(({ event, pair, duty }) => ({
      event_id: event.id,
      event_at: event.acceptedAt,
      webhook_id: pair.webhookId,
      subject: duty.failed.subject,
    })),
  )
  const escalations = candidates.flatMap((one, index) =>
    notified[index]?.isNotified ? [] : [{ ...one, hasAlertQueue: notified[index]?.hasAlertQueue === true }],
  )
  const current = escalations.filter(isCurrent)
  const deliveries = current.map(({ duty, event }) => toDelivery(ofEvent(duty, event), now))
  yield* insertDeliveries(rows, deliveries, now)
  const before = ({ pair }: Escalating) => states.get(nameOfPair(pair))
  yield* rows.writeStates(
    escalations.map((one) => ({ pair: one.pair, before: before(one), after: stateOf(one, now) })),
  )
}

interface Escalating {
  readonly pair: ReceiverStateKey
  readonly event: AlertEvent
  readonly alert: EpisodeState | undefined
  readonly hasAlertQueue: boolean
}

function isCurrent({ event, alert }: Escalating): boolean {
  return alert === undefined || saysCurrentState(event, alert)
}

function stateOf({ pair, event, alert, hasAlertQueue }: Escalating, now: Instant): ReceiverState {
  return alert === undefined || saysCurrentState(event, alert)
    ? newEscalation(pair, event, { hasAlertQueue, now })
    : newEscalationOfState(pair, alert, { eventId: event.id, hasAlertQueue, now })
}

function ofEvent({ failed, fallback }: Duty, event: AlertEvent): Duty {
  const { id, acceptedAt } = event
  return { failed: { ...failed, event_id: id, event_at: acceptedAt, urgency: urgencyOf(event) }, fallback }
}

function toDelivery({ failed, fallback }: Duty, now: Instant): NewDelivery {
  const { id, fallback_depth: depth, ...delivery } = failed
  return {
    ...delivery,
    webhook_id: fallback.id,
    fallbackOf: id,
    fallbackDepth: depth + 1,
    fallbackAt: fallbackAt(fallback, now),
  }
}

function pairOf({ failed, fallback }: Duty): ReceiverStateKey {
  return { alertId: alertIdOf(failed.subject), webhookId: fallback.id }
}
