import { alertSubject } from '../../../domain/alert/event.ts'
import { urgencyForReceiver } from '../../../domain/planning/notify.ts'
import { matchedAlert } from '../../../domain/matching/match-values.ts'
import { meetsMatch } from '../../../domain/routing/matching.ts'
import { currentStateEvent, resyncPair } from '../../../domain/receiver-state/resync.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { AlertId, EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toAlert, type AlertRow } from '../../rows/alert-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { CurrentStateQueue } from './current-state-queue.ts'
import type { ReceiverStateTable } from './state-table.ts'

export function missingDeliveriesMethod(
  { db, webhooks, silences, events }: SqliteDeps,
  table: ReceiverStateTable,
  currentStateQueue: CurrentStateQueue,
) {
  const selectAlert = db.prepare<[AlertId], AlertRow>('SELECT * FROM alerts WHERE id = ?')
  const selectLast = db.prepare<[AlertId], { id: EventId }>(
    'SELECT id FROM events WHERE alert_id = CAST(? AS INTEGER) ORDER BY id DESC LIMIT 1',
  )

  function takeUpOne(before: ReceiverState, now: Instant): void {
    const { alertId, webhookId } = before
    const subject = alertSubject(alertId)
    const row = selectAlert.get(alertId)
    const alert = row && toAlert(row)
    const webhook = webhooks.find(webhookId)
    const hasAlertQueue = currentStateQueue.headOf(webhookId, subject) !== undefined
    const { receiverState, needsDelivery } = resyncPair({
      receiverState: before,
      webhook,
      meetsMatch: !webhook || !alert || meetsMatch(webhook, webhooks.all(), matchedAlert(alert)),
      coveredBy: alert ? silences.all().over(matchedAlert(alert), now)(webhookId) : null,
      alert,
      hasAlertQueue,
      now,
    })
    if (!receiverState || !needsDelivery || !webhook || !alert)
      return table.write(before, before, receiverState)
    const lastId = selectLast.get(alertId)?.id
    const last = lastId === undefined ? undefined : events.readEvent(lastId)
    const event = currentStateEvent(alert, receiverState, {
      last: last?.kind === 'alert' ? last : undefined,
      now,
    })
    const { id: eventId } = events.insertEvent(event)
    table.write(before, before, { ...receiverState, eventId })
    const urgency = urgencyForReceiver(event, {
      episodeState: receiverState.desired,
      lastSent: receiverState.lastSent,
    })
    const outOfSyncSince = receiverState.outOfSyncSince ?? now
    currentStateQueue.add({ eventId, webhook, subject, urgency, outOfSyncSince }, undefined, {
      state: 'pending',
      now,
    })
  }

  return {
    createMissingDeliveries({ now, limit }: { readonly now: Instant; readonly limit: number }): number {
      const due = table.due(limit)
      for (const receiverState of due) takeUpOne(receiverState, now)
      return due.length
    },
  }
}
