import { alertSubject, type NewEvent } from '../../domain/alert/event.ts'
import type { Alert } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { matchedAlert } from '../../domain/matching/match-values.ts'
import { urgencyForReceiver } from '../../domain/planning/notify.ts'
import { NOTHING_LEFT, REPLACED_BY_NEWER } from '../../domain/receiver-state/after-change.ts'
import type { ReceiverState } from '../../domain/receiver-state/receiver-state.ts'
import { type RemindedPair, reminderEvent, remindPair } from '../../domain/receiver-state/reminder.ts'
import { meetsMatch } from '../../domain/routing/matching.ts'
import { findDueTimers } from '../scripts/reminders.ts'
import type { StoreMethods } from '../store.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { newDelivery, type PlacedState } from './change-alert.ts'
import type { IntakeView } from './fan-out.ts'
import type { IntakeRows } from './intake-rows.ts'
import { QueueChanges } from './queue-changes.ts'
import type { StateWrite } from './state-rows.ts'

/** Handles pairs whose timer is due: reminds their receivers, or moves the timers on. Returns how many. */
export function* createReminders(
  rows: IntakeRows,
  { now, limit, staleAfterMs }: Parameters<StoreMethods['createReminders']>[0],
): TransactionScript<number> {
  const [isOurs, due, known] = yield* together([
    rows.begin('createReminders'),
    findDueTimers(now, limit),
    rows.known(),
  ])
  if (!isOurs || due.length === 0) return 0
  const ids = [...new Set(due.map(({ alertId }) => alertId))]
  const [alerts, view] = yield* together([rows.lockAlerts(ids), rows.intakeView(known, { ids })])
  const alertOf = new Map(alerts.map((alert) => [alert.id, alert]))
  const queues = new QueueChanges(view)
  const events: NewEvent[] = []
  const stateWrites: PlacedState[] = []
  const skipped: StateWrite[] = []
  for (const pair of due) {
    const before = view.stateOf(pair)
    if (!before || before.nextDue === null || before.nextDue > now) continue
    const alert = alertOf.get(pair.alertId)
    const { receiverState: after, ...decided } = decide(before, alert, { view, queues, now })
    const queue = { webhook_id: pair.webhookId, subject: alertSubject(pair.alertId) }
    if (decided.supersedes)
      queues.supersede(queue, decided.skipped === null ? REPLACED_BY_NEWER : NOTHING_LEFT, now)
    if (decided.skipped !== null || !alert) {
      skipped.push({ pair, before, after })
      continue
    }
    const event = reminderEvent(alert, { now, staleAfterMs })
    const eventPlace = events.push(event)
    stateWrites.push({ pair, before, after, eventPlace })
    const urgency = urgencyForReceiver(event, { episodeState: after.desired, lastSent: after.lastSent })
    const own = { at: now, eventPlace, state: 'pending', urgency, fallbackAt: null } as const
    queues.add(newDelivery(queue, own))
  }
  const { deliveries, superseded } = queues
  yield* together([
    rows.supersede(superseded),
    rows.writeStates(skipped),
    rows.saveIntake([], {
      events,
      notifiedNobody: new Set(),
      queues: { deliveries, superseded: [], hurried: [] },
      stateWrites,
      held: [],
    }),
  ])
  return due.length
}

function decide(
  receiverState: ReceiverState,
  alert: Alert | undefined,
  {
    view: { known },
    queues,
    now,
  }: { readonly view: IntakeView; readonly queues: QueueChanges; readonly now: Instant },
): RemindedPair {
  const { alertId, webhookId } = receiverState
  const webhook = known.find(webhookId)
  return remindPair({
    receiverState,
    webhook,
    meetsMatch: !webhook || !alert || meetsMatch(webhook, known.webhooks, matchedAlert(alert)),
    coveredBy: alert ? known.silences.over(matchedAlert(alert), now)(webhookId) : null,
    alert,
    head: queues.headOf({ webhook_id: webhookId, subject: alertSubject(alertId) }),
    now,
  })
}
