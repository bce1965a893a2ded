import { alertIdOf, alertSubject, type AlertEvent, type NewEvent } from '../../../domain/alert/event.ts'
import {
  countPlanned,
  planChange,
  planEscalation,
  type PlannedChange,
  type PlannedCounts,
} from '../../../domain/planning/plan-change.ts'
import { newSuccessor, type Former } from '../../../domain/delivery/successor.ts'
import { urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { ReceiverState, ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import type { AlertId, DeliveryId, EventId, SilenceId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toFormer } from '../../rows/delivery-row.ts'
import type { Transaction } from '../connection/database.ts'
import type { Value } from '../connection/statement.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import type { AlertStates, AlertQueueRow } from './alert-states.ts'
import { insertSuperseded, supersede, takeDeliveryIds, type Made, type Superseded } from './queue-writes.ts'
import { nameOfPair, type StateWrite } from '../../changes/rows.ts'
import { removeReceiverStates, receiverStateValues } from './state-table.ts'

type NewAlertEvent = Extract<NewEvent, { kind: 'alert' }>

export interface ChangeDeps {
  readonly webhooks: KnownWebhooks
  /** Returns the event's index, from 1. */
  readonly addEvent: (event: NewEvent) => number
  /** Called when a delivery joins an alert queue that no receiver state decided about. */
  readonly hurry: (alertQueue: {
    readonly webhook_id: WebhookId
    readonly subject: string
    readonly urgency: Urgency
    readonly at: Instant
  }) => void
  /** Tells whether an alert queue without a deciding receiver state has deliveries. */
  readonly isQueued: (alertQueue: { readonly webhook_id: WebhookId; readonly subject: string }) => boolean
  readonly held: (id: SilenceId, at: Instant) => void
  /** Called when everything in an alert queue has given way unreplaced. */
  readonly emptied: (alertQueue: { readonly webhook_id: WebhookId; readonly subject: string }) => void
}

/** A delivery to create; its event is known by its position until it is written. */
export interface Making extends Omit<Made, 'eventId'> {
  readonly eventPlace: number
  superseded?: { readonly reason: string; readonly endedAt: Instant }
}

interface PlacedState {
  readonly receiverState: ReceiverState
  readonly eventPlace: number
}

const NOT_WRITTEN: EventId = 0

/** Deliveries of an alert queue, stored or to be, without superseded ones. */
type InAlertQueue =
  | { readonly kind: 'stored'; readonly row: AlertQueueRow }
  | { readonly kind: 'made'; readonly made: Making }

/**
 * Gathers what changes of alerts do to receiver states (domain/receiver-state); the statement that saves the
 * alerts writes it.
 */
export class Changes {
  readonly #deps: ChangeDeps
  readonly #before: AlertStates['receiverState']
  /** Null: forgotten. */
  readonly #receiverState = new Map<
    string,
    { readonly pair: ReceiverStateKey; readonly placed: PlacedState | null }
  >()
  readonly #ofAlert = new Map<AlertId, Map<WebhookId, ReceiverState>>()
  readonly #alertQueues = new Map<string, InAlertQueue[]>()
  readonly #superseded: Superseded[] = []
  readonly #made: Making[] = []

  constructor(deps: ChangeDeps, { receiverState, alertQueues }: AlertStates) {
    this.#deps = deps
    this.#before = receiverState
    for (const one of receiverState.values()) this.#statesOfAlert(one.alertId).set(one.webhookId, one)
    for (const row of alertQueues.toReversed()) {
      const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
      this.#alertQueueOf(pair).push({ kind: 'stored', row })
    }
  }

  /** Returns the webhooks notified in this way, and the number of deliveries. */
  change(event: NewAlertEvent, place: number): PlannedCounts {
    const { webhooks } = this.#deps
    const { alertId } = event
    const subject = alertSubject(alertId)
    const unwritten = { ...event, id: NOT_WRITTEN }
    const plan = planChange(unwritten, {
      webhooks,
      findWebhook: (id) => webhooks.get(id),
      receiverStates: this.#ofAlert.get(alertId)?.values() ?? [],
      headOf: (webhookId) =>
        headStateOf(this.#headOf({ alertId, webhookId })) ??
        (this.#deps.isQueued({ webhook_id: webhookId, subject }) ? 'pending' : undefined),
      coveredBy: webhooks.silences.over(event, event.acceptedAt),
    })
    for (const { webhookId } of plan.removed) this.#write({ alertId, webhookId }, null)
    for (const change of plan.changes) this.#carryOut(event, place, change)
    // After all that are notified themselves.
    for (const id of plan.outOfSyncIds) this.#escalate(id, unwritten, place)
    return countPlanned(plan, event)
  }

  get hasSomething(): boolean {
    return this.#receiverState.size + this.#superseded.length + this.#made.length > 0
  }

  fresh(): readonly FreshDelivery[] {
    return this.#made.flatMap(({ webhookId, state, dueAt, eventAt, urgency, superseded }) =>
      state === 'pending' && dueAt <= eventAt && !superseded ? [{ webhookId, queueUrgency: urgency }] : [],
    )
  }

  /**
   * Ends what gives way, and removes forgotten states. Returns an id for each delivery that gives way in this
   * transaction, so that it is older than its successor.
   */
  async removeFormer(transaction: Transaction): Promise<readonly DeliveryId[]> {
    const [, , ids] = await Promise.all([
      supersede(transaction, this.#superseded),
      removeReceiverStates(transaction, this.#stateWrites()),
      takeDeliveryIds(transaction, this.#made.length - this.made().length),
    ])
    return ids
  }

  made(): readonly Making[] {
    return this.#made.filter(({ superseded }) => !superseded)
  }

  receiverStateValues(): readonly Value[] {
    return receiverStateValues(this.#stateWrites())
  }

  /** Something made here gave way within the same transaction. */
  get hasShortLived(): boolean {
    return this.#made.some(({ superseded }) => superseded)
  }

  /** Runs after the events: `eventIds` has their ids, by index; `ids` are those of `removeFormer`. */
  async saveShortLived(
    transaction: Transaction,
    { ids, eventIds }: { readonly ids: readonly DeliveryId[]; readonly eventIds: readonly EventId[] },
  ): Promise<void> {
    const ended = this.#made.flatMap(({ superseded, eventPlace, ...one }) =>
      superseded ? [{ ...one, ...superseded, eventId: eventIds[eventPlace - 1] ?? 0 }] : [],
    )
    await insertSuperseded(
      transaction,
      ended.map((one, index) => ({ ...one, id: ids[index]! })),
    )
  }

  #stateWrites(): readonly StateWrite[] {
    return [...this.#receiverState].map(([name, { pair, placed }]) => {
      const after = placed && { ...placed.receiverState, eventId: placed.eventPlace }
      return { pair, before: this.#before.get(name), after }
    })
  }

  #carryOut(event: NewAlertEvent, place: number, change: PlannedChange): void {
    const { webhook, receiverState, supersedes, makes, missed, urgency, outOfSyncSince } = change
    const pair = { alertId: event.alertId, webhookId: webhook.id }
    const now = event.acceptedAt
    const eventPlace =
      missed === null ? place : this.#deps.addEvent({ ...event, oldState: missed, trigger: 'missed' })
    this.#write(pair, receiverState && { receiverState, eventPlace })
    if (receiverState && receiverState.heldBy !== null) this.#deps.held(receiverState.heldBy, now)
    const former = this.#supersede(pair, supersedes, now)
    if (makes === null) {
      const isEmpty = this.#alertQueueOf(pair).length === 0
      if (isEmpty) this.#deps.emptied({ webhook_id: webhook.id, subject: alertSubject(event.alertId) })
      return
    }
    this.#make(pair, makes === 'pending' ? former : undefined, {
      eventPlace,
      eventAt: now,
      state: makes,
      urgency,
      fallbackAt: fallbackAt(webhook, outOfSyncSince),
    })
  }

  /** Ends what has not been sent; returns the former head, if it was not being sent. */
  #supersede(pair: ReceiverStateKey, reason: string, at: Instant): Former | undefined {
    const head = this.#headOf(pair)
    const alertQueue = this.#alertQueueOf(pair)
    for (const one of alertQueue) {
      if (stateOf(one) === 'sending') continue
      if (one.kind === 'stored') this.#superseded.push({ id: one.row.id, reason, at })
      else one.made.superseded = { reason, endedAt: at }
    }
    this.#alertQueues.set(
      nameOfPair(pair),
      alertQueue.filter((one) => stateOf(one) === 'sending'),
    )
    if (!head || stateOf(head) === 'sending') return undefined
    return head.kind === 'stored' ? toFormer(head.row) : formerOfMade(head.made)
  }

  #make(
    pair: ReceiverStateKey,
    former: Former | undefined,
    own: Pick<Making, 'eventPlace' | 'eventAt' | 'state' | 'urgency' | 'fallbackAt'>,
  ): void {
    const made: Making = {
      ...own,
      ...newSuccessor(former, own, own.eventAt),
      webhookId: pair.webhookId,
      subject: alertSubject(pair.alertId),
      fallbackDepth: 0,
    }
    this.#made.push(made)
    this.#alertQueueOf(pair).push({ kind: 'made', made })
  }

  /** Escalates to the fallback of a disabled webhook that is out of sync; it follows the alert from now on. */
  #escalate(webhookId: WebhookId, event: AlertEvent, eventPlace: number): void {
    const { webhooks, hurry } = this.#deps
    const plan = planEscalation(webhookId, event, {
      webhooks,
      findWebhook: (id) => webhooks.get(id),
      findState: (pair) => this.#ofAlert.get(pair.alertId)?.get(pair.webhookId),
      hasAlertQueue: (pair) => this.#alertQueueOf(pair).length > 0,
    })
    if (!plan) return
    const { fallback, pair, receiverState } = plan
    const now = event.acceptedAt
    this.#write(pair, { receiverState, eventPlace })
    const urgency = urgencyOf(event)
    const isWaiting = this.#headOf(pair) !== undefined
    const subject = alertSubject(event.alertId)
    if (isWaiting) hurry({ webhook_id: fallback.id, subject, urgency, at: now })
    const made: Making = {
      eventPlace,
      eventAt: now,
      webhookId: fallback.id,
      subject,
      state: isWaiting ? 'waiting' : 'pending',
      urgency,
      ...newSuccessor(undefined, { urgency, fallbackAt: fallbackAt(fallback, now) }, now),
      fallbackDepth: 1,
    }
    this.#made.push(made)
    this.#alertQueueOf(pair).push({ kind: 'made', made })
  }

  #write(pair: ReceiverStateKey, placed: PlacedState | null): void {
    this.#receiverState.set(nameOfPair(pair), { pair, placed })
    if (placed) this.#statesOfAlert(pair.alertId).set(pair.webhookId, placed.receiverState)
    else this.#ofAlert.get(pair.alertId)?.delete(pair.webhookId)
  }

  #headOf(pair: ReceiverStateKey): InAlertQueue | undefined {
    return this.#alertQueues.get(nameOfPair(pair))?.find((one) => stateOf(one) !== 'waiting')
  }

  #alertQueueOf(pair: ReceiverStateKey): InAlertQueue[] {
    const alertQueue = this.#alertQueues.get(nameOfPair(pair)) ?? []
    this.#alertQueues.set(nameOfPair(pair), alertQueue)
    return alertQueue
  }

  #statesOfAlert(alertId: AlertId): Map<WebhookId, ReceiverState> {
    const ofAlert = this.#ofAlert.get(alertId) ?? new Map<WebhookId, ReceiverState>()
    this.#ofAlert.set(alertId, ofAlert)
    return ofAlert
  }
}

/** Returns undefined if nothing is remembered, and nothing will be. */
export function changesOf(deps: ChangeDeps, states: AlertStates | undefined): Changes | undefined {
  return states && deps.webhooks.areRemembered ? new Changes(deps, states) : undefined
}

function headStateOf(head: InAlertQueue | undefined): 'pending' | 'sending' | undefined {
  if (!head) return undefined
  return stateOf(head) === 'sending' ? 'sending' : 'pending'
}

function stateOf(one: InAlertQueue) {
  return one.kind === 'stored' ? one.row.state : one.made.state
}

function formerOfMade({ attemptsUncounted, begunAt, dueAt, urgency, fallbackAt: at }: Making): Former {
  return {
    attemptsMade: 0,
    attemptsUncounted,
    begunAt,
    dueAt,
    queueUrgency: urgency,
    fallbackAt: at,
    isRejected: false,
  }
}
