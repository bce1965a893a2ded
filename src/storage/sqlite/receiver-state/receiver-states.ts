import { charactersMaxFor } from '../../../domain/routing/matching.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import type { AlertEvent, Event } from '../../../domain/alert/event.ts'
import { planAttempt, type AttemptPlan, type EndedAttempt } from '../../../domain/planning/plan-attempt.ts'
import { heldReason, planHold, silenceHolding } from '../../../domain/planning/plan-hold.ts'
import type { Certainty } from '../../../domain/receiver-state/after-attempt.ts'
import { mayHaveReceiverStates } from '../../../domain/routing/routed-webhook.ts'
import {
  leaveOutOfSync,
  mayBeRetried,
  usesReceiverState,
  type Resync,
} from '../../../domain/receiver-state/receiver-state.ts'
import { ALREADY_IN_SYNC } from '../../../domain/receiver-state/resync.ts'
import {
  sentStates,
  unconfirmedEpisodeState,
  type SentStates,
} from '../../../domain/receiver-state/sent-states.ts'
import type { SilenceId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toFormer, toWaiting, type DeliveryRow } from '../../rows/delivery-row.ts'
import { noteHeld } from '../../scripts/silences.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { CurrentStateQueue } from './current-state-queue.ts'
import type { ReceiverStateTable } from './state-table.ts'

export interface AttemptOf extends Pick<EndedAttempt, 'sentNotification' | 'next' | 'again'> {
  readonly row: DeliveryRow
}

interface Holding {
  readonly id: SilenceId
  readonly now: Instant
}

/** A delivery that ended without recording what was sent. */
interface UnconfirmedOf extends Pick<AttemptOf, 'next' | 'again'> {
  readonly certainty: Certainty
}

/** Keeps receivers in sync, by the rules of domain/receiver-state, in the transaction of the change. */
export class ReceiverStates {
  readonly #deps: SqliteDeps
  readonly #table: ReceiverStateTable
  readonly #alertQueue: CurrentStateQueue
  /** The list of webhooks with which the table was found empty. */
  #emptyWith: readonly Webhook[] | undefined

  constructor(deps: SqliteDeps, table: ReceiverStateTable, alertQueue: CurrentStateQueue) {
    this.#deps = deps
    this.#table = table
    this.#alertQueue = alertQueue
  }

  /** Returns the states that the delivery sends to its receiver; null: the change that its event is. */
  sentStates(event: Event, webhook: Webhook): SentStates | null {
    if (event.kind !== 'alert' || !this.remembers()) return null
    const receiverState = this.#table.find({ alertId: event.alertId, webhookId: webhook.id })
    const charactersMax = charactersMaxFor(webhook, this.#deps.webhooks.all())
    return sentStates(event, webhook, { receiverState, charactersMax })
  }

  /**
   * Plans what follows an ended attempt; `carryOut` writes it later. Undefined: its webhook is gone or no
   * longer in current-state mode.
   */
  plan({ row, ...attempt }: AttemptOf, now: Instant): AttemptPlan | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    return planAttempt(this.#deps.webhooks.find(row.webhook_id), {
      ...attempt,
      pair,
      before: this.#table.find(pair),
      eventId: row.event_id,
      former: toFormer(row),
      waiting: this.#alertQueue.waitingBehind(row).map(toWaiting),
      now,
    })
  }

  /**
   * Takes back what a silence covers. `head` is the first unfinished delivery, not being sent, with its
   * event.
   */
  hold(head: DeliveryRow, event: AlertEvent, { id, now }: Holding): void {
    const { webhooks } = this.#deps
    const table = this.#table
    const { webhook_id: webhookId, subject, attempts_made: attemptsMade } = head
    const webhook = webhooks.find(webhookId)
    if (!webhook) return
    const pair = { alertId: event.alertId, webhookId }
    const before = table.find(pair)
    const wasTried = attemptsMade > 0
    table.write(
      pair,
      before,
      planHold(pair, before, { webhook, webhooks: webhooks.all(), event, wasTried, now }),
    )
    this.#alertQueue.supersede(webhookId, subject, heldReason(id), now)
    this.#noteHeld(id, now)
  }

  /** Holds a late delivery if a silence covers its alert; false: none does. */
  holdLate(late: DeliveryRow, now: Instant): boolean {
    const { events, webhooks, silences } = this.#deps
    const { webhook_id: webhookId, subject } = late
    const head = this.#alertQueue.findHead(webhookId, subject)
    const event = head && events.readEvent(head.event_id)
    const webhook = webhooks.find(webhookId)
    if (!webhook || event?.kind !== 'alert') return false
    const given = { webhookId, sentStates: this.sentStates(event, webhook), now }
    const id = silenceHolding(silences.all(), event, given)
    if (id === null) return false
    // The next claim holds what is being sent.
    if (head?.state === 'pending') this.hold(head, event, { id, now })
    return true
  }

  carryOut(plan: AttemptPlan, now: Instant): void {
    this.#table.write(plan.pair, plan.before, plan.after)
    this.#alertQueue.carryOut(plan, now)
  }

  /**
   * Plans what follows a delivery that ended without recording what was sent: its lease was lost, or it was
   * claimed in mode `every_change`. Undefined: its webhook is not in current-state mode.
   */
  planUnconfirmed(row: DeliveryRow, unconfirmed: UnconfirmedOf, now: Instant): AttemptPlan | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    if (pair.alertId === 0 || !this.remembers()) return undefined
    const webhook = this.#deps.webhooks.find(row.webhook_id)
    const before = this.#table.find(pair)
    if (!webhook || !usesReceiverState(webhook, before)) return undefined
    const { certainty, next, again } = unconfirmed
    const event = this.#deps.events.readEvent(row.event_id)
    const episodeState = unconfirmedEpisodeState(event, webhook, {
      pair,
      before,
      certainty,
      next,
      charactersMax: charactersMaxFor(webhook, this.#deps.webhooks.all()),
    })
    return episodeState && this.plan({ row, sentNotification: { episodeState, certainty }, next, again }, now)
  }

  /** Returns why a person cannot retry a delivery; undefined: they can. */
  whyNotRetried(row: DeliveryRow): string | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const webhook = this.#deps.webhooks.find(row.webhook_id)
    if (pair.alertId === 0 || !webhook || !this.remembers()) return undefined
    return mayBeRetried(this.#table.find(pair), webhook, row.event_id) ? undefined : ALREADY_IN_SYNC
  }

  /** Notes that a failed delivery is retried: its alert is in sync again. */
  retried(row: DeliveryRow): void {
    const receiverState = this.#table.find({
      alertId: alertIdOf(row.subject),
      webhookId: row.webhook_id,
    })
    if (receiverState && receiverState.resync !== 'none')
      this.#table.write(receiverState, receiverState, {
        ...receiverState,
        resync: 'none',
        heldBy: null,
      })
  }

  /**
   * Handles a delivery that ended without showing what was sent: its alert is out of sync, as `resync`
   * decides, unless the alert queue has another delivery. If that is being sent, its end decides.
   */
  leave(
    { subject, webhook_id: webhookId }: Pick<DeliveryRow, 'subject' | 'webhook_id'>,
    resync: Exclude<Resync, 'none'>,
    now: Instant,
  ): void {
    const webhook = this.#deps.webhooks.find(webhookId)
    const alertId = alertIdOf(subject)
    if (!webhook || alertId === 0 || !this.remembers()) return
    const before = this.#table.find({ alertId, webhookId })
    const head = this.#alertQueue.headOf(webhookId, subject)
    const left = leaveOutOfSync(before, webhook, { resync, head, now })
    if (before && left !== undefined) this.#table.write(before, before, left)
  }

  /** Forgets that the table is empty: deleted rows may be back. */
  noteRollback(): void {
    this.#emptyWith = undefined
  }

  #noteHeld(id: SilenceId, now: Instant): void {
    this.#deps.records.run(noteHeld(id, now))
  }

  /** Makes what is out of sync due: the receiver accepts again, after failures. */
  recovered(webhookId: WebhookId): void {
    if (this.remembers()) this.#table.makeDue(webhookId)
  }

  /**
   * Tells whether receiver states exist or may come to exist. A fallback that follows an alert gets its clear
   * even if no webhook has a fallback any more. An empty table stays empty until the list of webhooks is
   * another one, or a write is rolled back.
   */
  remembers(): boolean {
    const webhooks = this.#deps.webhooks.all()
    if (mayHaveReceiverStates(webhooks) || !this.#deps.silences.all().isEmpty) {
      this.#emptyWith = undefined
      return true
    }
    if (this.#emptyWith === webhooks) return false
    if (!this.#table.isEmpty) return true
    this.#emptyWith = webhooks
    return false
  }
}
