import { hurries } from '../../domain/delivery/alert-queue.ts'
import type { Former, TakenOver } from '../../domain/delivery/successor.ts'
import { moreUrgent, type Urgency } from '../../domain/delivery/urgency.ts'
import type { Instant } from '../../domain/instant.ts'
import type { FailureKind } from '../../domain/receiver/outcome.ts'
import { toFormer } from '../rows/delivery-row.ts'
import { type AlertQueue, nameOfQueue, type QueuedRow, type Superseded } from './queue-rows.ts'

/** A delivery to create. */
export interface NewDelivery extends AlertQueue, TakenOver {
  /** The index of its event in the transaction, from 1. */
  readonly eventPlace: number
  /** When its event was accepted. */
  readonly at: Instant
  readonly state: 'pending' | 'waiting'
  readonly urgency: Urgency
  /** The urgency of a head that begins here: lower if what follows it is more urgent. */
  queueUrgency: Urgency
  readonly fallbackDepth: 0 | 1
  /** Something newer replaced it within the transaction. */
  superseded?: Pick<Superseded, 'reason' | 'at'>
}

export interface Head {
  queueUrgency: Urgency
  readonly lastFailure: FailureKind | null
  readonly isSending: boolean
}

/** A stored head that a more urgent delivery joins. */
export interface Hurried extends AlertQueue {
  readonly urgency: Urgency
  readonly at: Instant
}

export interface QueueView {
  /** Null: it has just ended; undefined: the alert queue is empty. */
  headOf(queue: AlertQueue): Head | null | undefined
  /** Returns the deliveries of an alert queue about which a receiver state decides, newest first. */
  unfinished(queue: AlertQueue): readonly QueuedRow[]
}

interface Changed {
  head: Head | NewDelivery | null | undefined
  /** Oldest first, without superseded ones; undefined: not loaded. */
  stored: readonly QueuedRow[] | undefined
  made: NewDelivery[]
}

/** Alert queues, with the changes of a transaction. */
export class QueueChanges {
  readonly deliveries: NewDelivery[] = []
  readonly superseded: Superseded[] = []
  readonly #hurried = new Map<string, Hurried>()
  readonly #view: QueueView
  readonly #queues = new Map<string, Changed>()

  constructor(view: QueueView) {
    this.#view = view
  }

  get hurried(): Iterable<Hurried> {
    return this.#hurried.values()
  }

  headOf(queue: AlertQueue): 'pending' | 'sending' | undefined {
    const { head } = this.#at(queue)
    if (head === undefined) return undefined
    return head !== null && 'isSending' in head && head.isSending ? 'sending' : 'pending'
  }

  /** Adds a delivery that is newer than all others. */
  add(delivery: NewDelivery): void {
    this.deliveries.push(delivery)
    const queue = this.#at(delivery)
    queue.made.push(delivery)
    if (delivery.state === 'pending') queue.head = delivery
  }

  /** Adds a delivery that waits after what is unfinished, and hurries it. */
  join(delivery: NewDelivery): void {
    if (this.headOf(delivery) === undefined) return this.add(delivery)
    this.add({ ...delivery, state: 'waiting' })
    this.#hurry(delivery)
  }

  #hurry({ webhook_id, subject, urgency, at }: Hurried): void {
    const { head } = this.#at({ webhook_id, subject })
    if (!head) return
    if ('eventPlace' in head) {
      head.queueUrgency = moreUrgent(urgency, head.queueUrgency)
      return
    }
    if (!hurries(urgency, head)) return
    head.queueUrgency = moreUrgent(urgency, head.queueUrgency)
    const name = nameOfQueue({ webhook_id, subject })
    // Others that share the transaction came later: it is due since the first of them.
    const since = this.#hurried.get(name)?.at ?? at
    this.#hurried.set(name, { webhook_id, subject, urgency: head.queueUrgency, at: since })
  }

  /** Ends what has not been sent; returns the former head, if it was not being sent. */
  supersede(queue: AlertQueue, reason: string, at: Instant): Former | undefined {
    const changed = this.#at(queue)
    if (changed.head === undefined) return undefined
    const { made } = changed
    const stored = changed.stored ?? this.#view.unfinished(queue).toReversed()
    const sending = stored.filter(({ state }) => state === 'sending')
    const first =
      stored.find(({ state }) => state !== 'waiting') ?? made.find(({ state }) => state !== 'waiting')
    for (const { id, state } of stored) {
      if (state === 'waiting' || state === 'pending') this.superseded.push({ id, state, reason, at })
    }
    for (const one of made) one.superseded = { reason, at }
    changed.stored = sending
    changed.made = []
    if (sending.length > 0) return undefined
    changed.head = undefined
    return first && ('eventPlace' in first ? formerOfMade(first) : toFormer(first))
  }

  #at(queue: AlertQueue): Changed {
    const name = nameOfQueue(queue)
    const known = this.#queues.get(name)
    if (known) return known
    const changed: Changed = { head: this.#view.headOf(queue), stored: undefined, made: [] }
    this.#queues.set(name, changed)
    return changed
  }
}

function formerOfMade({ attemptsUncounted, begunAt, dueAt, urgency, fallbackAt }: NewDelivery): Former {
  return {
    attemptsMade: 0,
    attemptsUncounted,
    begunAt,
    dueAt,
    queueUrgency: urgency,
    fallbackAt,
    isRejected: false,
  }
}
