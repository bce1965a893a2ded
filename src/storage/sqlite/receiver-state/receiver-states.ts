import type { AlertEvent, Event, NewEvent } from '../../../domain/alert/event.ts'
import { subjectOf } from '../../../domain/alert/event.ts'
import type { TriedAgain } from '../../../domain/delivery/successor.ts'
import { notifyAttempt, notifyChange } from '../../../domain/delivery/notify.ts'
import type {
  SentNotification,
  Certainty,
  AttemptEffects,
} from '../../../domain/receiver-state/after-attempt.ts'
import {
  sentStates,
  unconfirmedEpisodeState,
  type SentStates,
} from '../../../domain/receiver-state/sent-states.ts'
import {
  mayHaveReceiverStates,
  currentStateWebhooks,
} from '../../../domain/receiver-state/current-state-webhooks.ts'
import {
  usesReceiverState,
  leaveOutOfSync,
  mayBeRetried,
  type Resync,
  type ReceiverState,
} from '../../../domain/receiver-state/receiver-state.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import type { NextStep } from '../../../domain/delivery/delivery.ts'
import { ALREADY_IN_SYNC } from '../../../domain/receiver-state/resync.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { CurrentStateQueue } from './current-state-queue.ts'
import type { ReceiverStateTable } from './state-table.ts'

interface NotificationDeps {
  readonly table: ReceiverStateTable
  readonly alertQueue: CurrentStateQueue
  readonly webhooks: () => readonly Webhook[]
  readonly findEvent: (id: EventId) => Event | undefined
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly insertEvent: (event: NewEvent) => Event
  /** Escalates to the fallback of a disabled webhook that is out of sync. */
  readonly escalate: (webhookId: WebhookId, event: AlertEvent, now: Instant) => void
}

/** A delivery that is being sent, and the result of its attempt. */
export interface AttemptOf {
  readonly row: DeliveryRow
  readonly sentNotification: SentNotification
  readonly next: NextStep['state']
}

/** The effects of an attempt on the receiver state, written together with it. */
export interface NotificationEnd extends AttemptEffects {
  readonly before: ReceiverState | undefined
  readonly row: DeliveryRow
}

/**
 * Keeps receivers in sync, by the rules of domain/receiver-state. Each method runs in the transaction of the change
 * that it follows.
 */
export class ReceiverStates {
  readonly #deps: NotificationDeps
  /** With this list of webhooks nothing is remembered. */
  #emptyWith: readonly Webhook[] | undefined

  constructor(deps: NotificationDeps) {
    this.#deps = deps
  }

  /**
   * An alert has changed. Returns the webhooks that are notified of it in this way, and how many deliveries were made.
   */
  change(event: AlertEvent): { readonly escalated: ReadonlySet<WebhookId>; readonly deliveryCount: number } {
    const escalated = new Set<WebhookId>()
    if (!this.#remembers()) return { escalated, deliveryCount: 0 }
    let deliveryCount = 0
    const outOfSyncIds: WebhookId[] = []
    for (const [webhookId, before] of this.#pairsOf(event)) {
      const webhook = this.#deps.findWebhook(webhookId)
      if (!webhook || !usesReceiverState(webhook, before)) {
        this.#deps.table.write({ alertId: event.alertId, webhookId }, before, null)
        continue
      }
      escalated.add(webhookId)
      const { hasMade, isOutOfSync } = this.#changePair(event, webhook, before)
      deliveryCount += Number(hasMade)
      if (isOutOfSync) outOfSyncIds.push(webhookId)
    }
    // After all that are notified themselves.
    for (const id of outOfSyncIds) this.#deps.escalate(id, event, event.acceptedAt)
    return { escalated, deliveryCount }
  }

  /** Returns the states that the delivery sends to its receiver; null: the change that its event is. */
  sentStates(event: Event, webhook: Webhook): SentStates | null {
    if (event.kind !== 'alert' || !this.#remembers()) return null
    return sentStates(
      event,
      webhook,
      this.#deps.table.find({ alertId: event.alertId, webhookId: webhook.id }),
    )
  }

  /**
   * Decides the effects of an ended attempt; `resolve` carries them out once the attempt is written. Undefined: its
   * webhook is not in current-state mode any more, or is gone.
   */
  end({ row, sentNotification, next }: AttemptOf, now: Instant): NotificationEnd | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const before = this.#deps.table.find(pair)
    const leaving = notifyAttempt(this.#deps.findWebhook(row.webhook_id), {
      pair,
      before,
      eventId: row.event_id,
      sentNotification,
      next,
      newestBehind: this.#deps.alertQueue.newestBehind(row),
      now,
    })
    return leaving && { ...leaving, before, row }
  }

  settle(
    { before, receiverState, behind, superseded, row }: NotificationEnd,
    { dueAt, isScheduleOver, isRejected }: TriedAgain,
    now: Instant,
  ): void {
    this.#deps.table.write(
      { alertId: alertIdOf(row.subject), webhookId: row.webhook_id },
      before,
      receiverState,
    )
    if (behind === 'promoted') {
      this.#deps.alertQueue.endAllButNewest(row, now)
      this.#deps.alertQueue.promoteNewer(row, { superseded, dueAt, isScheduleOver, isRejected }, now)
    } else if (behind !== null) this.#deps.alertQueue.supersedeBehind(row, behind, now)
  }

  /**
   * Decides the effects of a delivery that ended without telling what was sent: its lease was lost without a record,
   * or it was claimed when its webhook was in the mode `every_change`. Undefined: its webhook is not in current-state
   * mode. `resolve` carries them out.
   */
  endUnconfirmed(
    row: DeliveryRow,
    { certainty, next }: { readonly certainty: Certainty; readonly next: AttemptOf['next'] },
    now: Instant,
  ): NotificationEnd | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    if (pair.alertId === 0 || !this.#remembers()) return undefined
    const webhook = this.#deps.findWebhook(row.webhook_id)
    const before = this.#deps.table.find(pair)
    if (!webhook || !usesReceiverState(webhook, before)) return undefined
    const event = this.#deps.findEvent(row.event_id)
    const episodeState = unconfirmedEpisodeState(event, webhook, { pair, before, certainty, next })
    return episodeState && this.end({ row, sentNotification: { episodeState, certainty }, next }, now)
  }

  /**
   * Returns why a delivery cannot be retried by hand; undefined: it can, or its webhook is not in
   * current-state mode.
   */
  whyNotRetried(row: DeliveryRow): string | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const webhook = this.#deps.findWebhook(row.webhook_id)
    if (pair.alertId === 0 || !webhook || !this.#remembers()) return undefined
    return mayBeRetried(this.#deps.table.find(pair), webhook, row.event_id) ? undefined : ALREADY_IN_SYNC
  }

  /** Notes that a failed delivery is retried by hand: it is not out of sync any more. */
  retried(row: DeliveryRow): void {
    const receiverState = this.#deps.table.find({
      alertId: alertIdOf(row.subject),
      webhookId: row.webhook_id,
    })
    if (receiverState && receiverState.resync !== 'none')
      this.#deps.table.write(receiverState, receiverState, { ...receiverState, resync: 'none' })
  }

  /**
   * Decides the effects of a delivery that ended in another way than by an attempt that tells what was sent: the state
   * is out of sync, as `resync` decides, unless another delivery is left in its alert queue. After one that is being
   * sent, this waits for the end of that one.
   */
  leave(
    { subject, webhook_id: webhookId }: Pick<DeliveryRow, 'subject' | 'webhook_id'>,
    resync: Exclude<Resync, 'none'>,
    now: Instant,
  ): void {
    const webhook = this.#deps.findWebhook(webhookId)
    const alertId = alertIdOf(subject)
    if (!webhook || alertId === 0 || !this.#remembers()) return
    const before = this.#deps.table.find({ alertId, webhookId })
    const head = this.#deps.alertQueue.headOf(webhookId, subject)
    const left = leaveOutOfSync(before, webhook, { resync, head, now })
    if (before && left !== undefined) this.#deps.table.write(before, before, left)
  }

  /** Its receiver takes what it is sent again. */
  recovered(webhookId: WebhookId): void {
    if (this.#remembers()) this.#deps.table.makeDue(webhookId)
  }

  /**
   * A fallback hears the end also when nobody has one any more. Once nothing is left, nothing can come to be remembered
   * until a webhook changes or a write is taken back, and then there is another list of them: so the table is not asked
   * at each event.
   */
  #remembers(): boolean {
    const webhooks = this.#deps.webhooks()
    if (mayHaveReceiverStates(webhooks)) return true
    if (this.#emptyWith === webhooks) return false
    if (!this.#deps.table.isEmpty) return true
    this.#emptyWith = webhooks
    return false
  }

  #pairsOf({ alertId, newState }: AlertEvent): ReadonlyMap<WebhookId, ReceiverState | undefined> {
    const known = this.#deps.table.ofAlert(alertId)
    const pairs = new Map<WebhookId, ReceiverState | undefined>(
      known.map((receiverState) => [receiverState.webhookId, receiverState]),
    )
    for (const { id } of currentStateWebhooks(this.#deps.webhooks(), newState)) {
      if (!pairs.has(id)) pairs.set(id, undefined)
    }
    return pairs
  }

  /** `isOutOfSync`: to a disabled webhook. */
  #changePair(
    event: AlertEvent,
    webhook: Webhook,
    before: ReceiverState | undefined,
  ): { readonly hasMade: boolean; readonly isOutOfSync: boolean } {
    const { alertQueue, table } = this.#deps
    const subject = subjectOf(event)
    const pair = { alertId: event.alertId, webhookId: webhook.id }
    const head = alertQueue.headOf(webhook.id, subject)
    const now = event.acceptedAt
    const changed = notifyChange(event, webhook, { before, isSending: head === 'sending' })
    const { makes, missed, urgency, outOfSyncSince } = changed
    // It is another event, with an id of its own.
    const { id, ...rest } = event
    const eventId =
      missed === null ? id : this.#deps.insertEvent({ ...rest, oldState: missed, trigger: 'missed' }).id
    table.write(pair, before, changed.receiverState && { ...changed.receiverState, eventId })
    const former =
      head === undefined ? undefined : alertQueue.supersede(webhook.id, subject, changed.supersedes, now)
    if (makes === null) return { hasMade: false, isOutOfSync: changed.receiverState?.resync === 'later' }
    alertQueue.add(
      { eventId, webhook, subject, urgency, outOfSyncSince },
      makes === 'pending' ? former : undefined,
      {
        state: makes,
        now,
      },
    )
    return { hasMade: true, isOutOfSync: false }
  }
}
