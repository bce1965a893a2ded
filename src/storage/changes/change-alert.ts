import { alertSubject, type AlertEvent, type NewEvent } from '../../domain/alert/event.ts'
import { newSuccessor, type Former } from '../../domain/delivery/successor.ts'
import { urgencyOf } from '../../domain/delivery/urgency.ts'
import type { AlertId, EventId, SilenceId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { PlannedChange, PlannedCounts } from '../../domain/planning/plan-change.ts'
import { countPlanned, planChange, planEscalation } from '../../domain/planning/plan-change.ts'
import type { ReceiverState, ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import { fallbackAt } from '../../domain/routing/fallback.ts'
import type { NewDelivery, QueueChanges } from './queue-changes.ts'
import type { Known } from './rows.ts'
import { nameOfPair, type StateWrite } from './state-rows.ts'
import type { AlertQueue } from './queue-rows.ts'

export interface StateView {
  statesOf(alertId: AlertId): Iterable<ReceiverState>
  stateOf(pair: ReceiverStateKey): ReceiverState | undefined
}

/** A receiver state to write; its event is that at `eventPlace`. */
export interface PlacedState extends StateWrite {
  readonly eventPlace: number
}

type NewAlertEvent = Extract<NewEvent, { kind: 'alert' }>

const NOT_WRITTEN: EventId = 0

interface ChangeDeps {
  readonly known: Known
  readonly view: StateView
  readonly queues: QueueChanges
  readonly addEvent: (event: NewEvent) => number
  readonly noteHeld: (id: SilenceId, at: Instant) => void
}

/** Changes receiver states as their alerts change (domain/receiver-state). */
export class StateChanges {
  readonly #deps: ChangeDeps
  readonly #written = new Map<string, PlacedState>()
  readonly #ofAlert = new Map<AlertId, Map<WebhookId, ReceiverState>>()

  constructor(deps: ChangeDeps) {
    this.#deps = deps
  }

  get writes(): readonly PlacedState[] {
    return [...this.#written.values()]
  }

  /** Returns the webhooks notified in this way, and the number of deliveries. */
  change(event: NewAlertEvent, place: number): PlannedCounts {
    const { known, queues } = this.#deps
    const { alertId } = event
    const subject = alertSubject(alertId)
    const unwritten = { ...event, id: NOT_WRITTEN }
    const plan = planChange(unwritten, {
      webhooks: known.webhooks,
      findWebhook: (id) => known.find(id),
      receiverStates: this.#statesOf(alertId).values(),
      headOf: (webhookId) => queues.headOf({ webhook_id: webhookId, subject }),
      coveredBy: known.silences.over(event, event.acceptedAt),
    })
    for (const { webhookId } of plan.removed) this.#write({ alertId, webhookId }, null, place)
    for (const change of plan.changes) this.#carryOut(event, place, change)
    // After all that are notified themselves.
    for (const id of plan.outOfSyncIds) this.#escalate(id, unwritten, place)
    return countPlanned(plan, event)
  }

  #carryOut(event: NewAlertEvent, place: number, change: PlannedChange): void {
    const { webhook, receiverState, supersedes, makes, missed, urgency, outOfSyncSince, takesOver } = change
    const { addEvent, noteHeld, queues } = this.#deps
    const queue = { webhook_id: webhook.id, subject: alertSubject(event.alertId) }
    const at = event.acceptedAt
    const eventPlace = missed === null ? place : addEvent({ ...event, oldState: missed, trigger: 'missed' })
    this.#write({ alertId: event.alertId, webhookId: webhook.id }, receiverState, eventPlace)
    if (receiverState && receiverState.heldBy !== null) noteHeld(receiverState.heldBy, at)
    const former = queues.supersede(queue, supersedes, at)
    if (makes === null) return
    const own = { at, eventPlace, state: makes, urgency, fallbackAt: fallbackAt(webhook, outOfSyncSince) }
    queues.add(newDelivery(queue, own, makes === 'pending' && takesOver ? former : undefined))
  }

  /** Escalates to the fallback of a disabled webhook that is out of sync; it follows the alert from now on. */
  #escalate(webhookId: WebhookId, event: AlertEvent, eventPlace: number): void {
    const { known, queues } = this.#deps
    const subject = alertSubject(event.alertId)
    const plan = planEscalation(webhookId, event, {
      webhooks: known.webhooks,
      findWebhook: (id) => known.find(id),
      findState: (pair) => this.#statesOf(pair.alertId).get(pair.webhookId),
      hasAlertQueue: (pair) => queues.headOf({ webhook_id: pair.webhookId, subject }) !== undefined,
    })
    if (!plan) return
    const { fallback, pair, receiverState } = plan
    const at = event.acceptedAt
    this.#write(pair, receiverState, eventPlace)
    const queue = { webhook_id: fallback.id, subject }
    const own = { at, eventPlace, urgency: urgencyOf(event), fallbackAt: fallbackAt(fallback, at) }
    queues.join({ ...newDelivery(queue, own), fallbackDepth: 1 })
  }

  #write(pair: ReceiverStateKey, after: ReceiverState | null, eventPlace: number): void {
    const states = this.#statesOf(pair.alertId)
    const name = nameOfPair(pair)
    const written = this.#written.get(name)
    const before = written ? written.before : states.get(pair.webhookId)
    this.#written.set(name, { pair, before, after, eventPlace })
    if (after) states.set(pair.webhookId, after)
    else states.delete(pair.webhookId)
  }

  #statesOf(alertId: AlertId): Map<WebhookId, ReceiverState> {
    const known = this.#ofAlert.get(alertId)
    if (known) return known
    const states = new Map<WebhookId, ReceiverState>()
    for (const one of this.#deps.view.statesOf(alertId)) states.set(one.webhookId, one)
    this.#ofAlert.set(alertId, states)
    return states
  }
}

type Own = Pick<NewDelivery, 'at' | 'eventPlace' | 'urgency' | 'fallbackAt'> &
  Partial<Pick<NewDelivery, 'state'>>

export function newDelivery({ webhook_id, subject }: AlertQueue, own: Own, former?: Former): NewDelivery {
  const { eventPlace, at, state = 'pending', urgency } = own
  const { dueAt, begunAt, attemptsUncounted, fallbackAt: taken } = newSuccessor(former, own, at)
  return {
    webhook_id,
    subject,
    eventPlace,
    at,
    state,
    urgency,
    queueUrgency: urgency,
    dueAt,
    begunAt,
    attemptsUncounted,
    fallbackAt: taken,
    fallbackDepth: 0,
  }
}
