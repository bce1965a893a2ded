import type { Alert } from '../../domain/alert/alert.ts'
import type { AlertEvent, Event } from '../../domain/alert/event.ts'
import type { BreakerChange } from '../../domain/flow/breaker.ts'
import type { AlertId, DeliveryId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { EpisodeState } from '../../domain/receiver-state/receiver-state.ts'
import type { HealthSignal } from '../../domain/receiver/outcome.ts'
import type { WebhookList } from '../../domain/routing/routed-webhook.ts'
import type { Silences } from '../../domain/silence/silences.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { AuditSeals } from '../scripts/audit.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import type { FinishRows, LateRows, LeaseRows, OperationRows, OverdueRow } from './delivery-rows.ts'
import type { AlertQueue, FoundRow, OfEvent, QueueRows } from './queue-rows.ts'
import type { StateRows } from './state-rows.ts'

/**
 * Reads and writes by sets, within one transaction. The changes of this folder load by it what they decide
 * about, and save by it what they decided; an engine decides nothing. Empty sets cost nothing.
 */
export interface Rows
  extends AuditSeals, StateRows, QueueRows, LeaseRows, FinishRows, LateRows, FlowRows, OperationRows {
  known(): TransactionScript<Known>

  /** The webhooks as this node read them last; they may be out of date. */
  readonly lastKnown: Known

  /** Begins a task of housekeeping; false: another node does it. */
  begin(task: Housekeeping): TransactionScript<boolean>

  /** Locks alerts, before any delivery. Returns those that exist. */
  lockAlerts(ids: readonly AlertId[]): TransactionScript<readonly Alert[]>

  /** Locks the alerts of deliveries, before any delivery. */
  lockAlertsOf(ids: readonly DeliveryId[]): TransactionScript<void>

  /** Locks alerts after deliveries; leaves out rows whose alert another transaction has locked. */
  tryAlertsOf(rows: readonly OverdueRow[]): TransactionScript<readonly OverdueRow[]>

  alertStates(ids: readonly AlertId[]): TransactionScript<ReadonlyMap<AlertId, EpisodeState>>

  /** Returns the newest event of each alert; reports of missed alerts to one webhook do not count. */
  newestEvents(ids: readonly AlertId[]): TransactionScript<ReadonlyMap<AlertId, AlertEvent>>

  delivery(id: DeliveryId): TransactionScript<FoundRow | undefined>

  /** Returns in the same order what is known of each event and webhook. */
  notified(asked: readonly AskedNotified[]): TransactionScript<readonly Notified[]>

  /** Locks out others that add deliveries of these events. */
  lockFanOut(events: readonly OfEvent[]): TransactionScript<void>

  /** Returns the events of deliveries by id, without those that are gone or damaged. */
  events(deliveries: readonly OfEvent[]): TransactionScript<ReadonlyMap<EventId, Event>>
}

export type Housekeeping =
  | 'reclaimLeases'
  | 'endOverdue'
  | 'clampDueTimes'
  | 'escalateToFallbacks'
  | 'createMissingDeliveries'
  | 'createReminders'
  | 'expireAlerts'
  | 'advanceOperations'

/** The webhooks and silences of this transaction. */
export interface Known {
  readonly webhooks: WebhookList<Webhook>
  find(id: WebhookId): Webhook | undefined
  readonly silences: Silences
  /** Receiver states exist, or may come to exist. */
  readonly areRemembered: boolean
}

export type AskedNotified = OfEvent & AlertQueue

export interface Notified {
  /** The event is still there. */
  readonly isKept: boolean
  /** The webhook has a delivery of the event. */
  readonly isNotified: boolean
  readonly hasAlertQueue: boolean
}

export interface FlowSignal {
  readonly webhookId: WebhookId
  readonly deliveryId: DeliveryId
  readonly signal: HealthSignal
  readonly reason: string
}

export interface FlowRows {
  /** Notes in order what ended attempts show of the receivers; breakers change at the given webhooks only. */
  noteSignals(
    signals: readonly FlowSignal[],
    changedIds: readonly WebhookId[],
    now: Instant,
  ): TransactionScript<void>

  changeBreakers(webhookIds: readonly WebhookId[], change: BreakerChange): TransactionScript<void>

  /** Makes this delivery the next that is sent to its webhook. */
  sendFirst(webhookId: WebhookId, id: DeliveryId): TransactionScript<void>
}
