import { alertSubject, type NewEvent } from '../../domain/alert/event.ts'
import type { Alert } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { matchedAlert } from '../../domain/matching/match-values.ts'
import { urgencyForReceiver } from '../../domain/planning/notify.ts'
import type { ReceiverState, ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import { currentStateEvent, resyncPair } from '../../domain/receiver-state/resync.ts'
import { fallbackAt } from '../../domain/routing/fallback.ts'
import { meetsMatch } from '../../domain/routing/matching.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { StoreMethods } from '../store.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { newDelivery, type PlacedState } from './change-alert.ts'
import type { IntakeView } from './fan-out.ts'
import type { IntakeRows } from './intake-rows.ts'
import type { NewDelivery } from './queue-changes.ts'
import type { StateWrite } from './state-rows.ts'

/** Creates deliveries for receivers that are out of sync and accept again. Returns how many states it handled. */
export function* createMissingDeliveries(
  rows: IntakeRows,
  { now, limit }: Parameters<StoreMethods['createMissingDeliveries']>[0],
): TransactionScript<number> {
  const [isOurs, due, known] = yield* together([
    rows.begin('createMissingDeliveries'),
    rows.dueStates(limit),
    rows.known(),
  ])
  if (!isOurs || due.length === 0) return 0
  const ids = [...new Set(due.map(({ alertId }) => alertId))]
  const [alerts, view] = yield* together([rows.lockAlerts(ids), rows.intakeView(known, { ids })])
  const alertOf = new Map(alerts.map((alert) => [alert.id, alert]))
  const steps = due.flatMap((pair) => resyncOne(pair, alertOf.get(pair.alertId), { view, now }) ?? [])
  const missing = steps.flatMap(({ missing: one }) => one ?? [])
  const over = missing.filter(({ alert }) => alert.state === 'cleared').map(({ alert }) => alert.id)
  const lastOf = yield* rows.newestEvents(over)
  const events: NewEvent[] = []
  const deliveries: NewDelivery[] = []
  const stateWrites: PlacedState[] = []
  for (const { alert, webhook, before, after } of missing) {
    const event = currentStateEvent(alert, after, { last: lastOf.get(alert.id), now })
    const eventPlace = events.push(event)
    stateWrites.push({ pair: before, before, after, eventPlace })
    const urgency = urgencyForReceiver(event, { episodeState: after.desired, lastSent: after.lastSent })
    const dueFallback = fallbackAt(webhook, after.outOfSyncSince ?? now)
    const own = { at: event.acceptedAt, eventPlace, urgency, fallbackAt: dueFallback }
    deliveries.push(newDelivery({ webhook_id: webhook.id, subject: alertSubject(alert.id) }, own))
  }
  const queues = { deliveries, superseded: [], hurried: [] }
  yield* together([
    rows.writeStates(steps.flatMap(({ write }) => write ?? [])),
    rows.saveIntake([], { events, notifiedNobody: new Set(), queues, stateWrites, held: [] }),
  ])
  return due.length
}

interface Missing {
  readonly alert: Alert
  readonly webhook: Webhook
  readonly before: ReceiverState
  readonly after: ReceiverState
}

/** Either a delivery is missing, or only the state is written. */
interface Resynced {
  readonly missing?: Missing
  readonly write?: StateWrite
}

function resyncOne(
  pair: ReceiverStateKey,
  alert: Alert | undefined,
  { view, now }: { readonly view: IntakeView; readonly now: Instant },
): Resynced | undefined {
  const { known } = view
  const before = view.stateOf(pair)
  if (before?.resync !== 'due') return undefined
  const webhook = known.find(pair.webhookId)
  const queue = { webhook_id: pair.webhookId, subject: alertSubject(pair.alertId) }
  const { receiverState: after, needsDelivery } = resyncPair({
    receiverState: before,
    webhook,
    meetsMatch: !webhook || !alert || meetsMatch(webhook, known.webhooks, matchedAlert(alert)),
    coveredBy: alert ? known.silences.over(matchedAlert(alert), now)(pair.webhookId) : null,
    alert,
    hasAlertQueue: view.headOf(queue) !== undefined,
    now,
  })
  return after && needsDelivery && webhook && alert
    ? { missing: { alert, webhook, before, after } }
    : { write: { pair, before, after } }
}
