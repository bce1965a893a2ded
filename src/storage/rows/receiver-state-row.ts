import type { AlertState } from '../../domain/alert/alert.ts'
import type { AlertId, EventId, SilenceId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { RESYNC, type ReceiverState } from '../../domain/receiver-state/receiver-state.ts'
import { type RowOf, text, whole } from './columns.ts'

export const RECEIVER_STATE_COLUMNS = {
  alert_id: whole<AlertId>(),
  webhook_id: whole<WebhookId>(),
  sent_state: text<AlertState>(),
  sent_episode_number: whole(),
  uncertain: whole<number | boolean>(),
  desired_state: text<AlertState>(),
  desired_episode_number: whole(),
  event_id: whole<EventId>(),
  /** The index in `RESYNC`. */
  resync: whole(),
  out_of_sync_since: whole<Instant | null>(),
  escalated: whole<number | boolean>(),
  held_by: whole<SilenceId | null>(),
  restate: whole<number | boolean>(),
  next_due: whole<Instant | null>(),
  reminders: whole(),
}

export type ReceiverStateRow = RowOf<typeof RECEIVER_STATE_COLUMNS>

/** The numbers as which `resync` is stored. */
export const RESYNC_NUMBER = { none: 0, later: 1, due: 2 } as const satisfies Record<
  ReceiverState['resync'],
  number
>

export function toReceiverState(row: ReceiverStateRow): ReceiverState {
  return {
    alertId: row.alert_id,
    webhookId: row.webhook_id,
    lastSent: { state: row.sent_state, episodeNumber: row.sent_episode_number },
    uncertain: Boolean(row.uncertain),
    restate: Boolean(row.restate),
    desired: { state: row.desired_state, episodeNumber: row.desired_episode_number },
    eventId: row.event_id,
    resync: RESYNC[row.resync] ?? 'later',
    outOfSyncSince: row.out_of_sync_since,
    escalated: Boolean(row.escalated),
    heldBy: row.held_by,
    nextDue: row.next_due,
    reminders: row.reminders,
  }
}

export function toReceiverStateRow(receiverState: ReceiverState): ReceiverStateRow {
  return {
    alert_id: receiverState.alertId,
    webhook_id: receiverState.webhookId,
    sent_state: receiverState.lastSent.state,
    sent_episode_number: receiverState.lastSent.episodeNumber,
    uncertain: Number(receiverState.uncertain),
    desired_state: receiverState.desired.state,
    desired_episode_number: receiverState.desired.episodeNumber,
    event_id: receiverState.eventId,
    resync: RESYNC_NUMBER[receiverState.resync],
    out_of_sync_since: receiverState.outOfSyncSince,
    escalated: Number(receiverState.escalated),
    held_by: receiverState.heldBy,
    restate: Number(receiverState.restate),
    next_due: receiverState.nextDue,
    reminders: receiverState.reminders,
  }
}
