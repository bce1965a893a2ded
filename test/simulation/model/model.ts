import { ABSENCE_MS_MIN, type OpenTime } from '../../../src/domain/open-time.ts'
import type { Alert, AlertState } from '../../../src/domain/alert/alert.ts'
import type { DeliveryState, LeaseHeld } from '../../../src/domain/delivery/delivery.ts'
import { claimName, type ModelClaim } from './model-claim.ts'
import type { ModelWebhook } from './model-webhook.ts'
import type { ModelFlow } from './model-flow.ts'
import type { DeliveryFacts } from './change-log.ts'
import type { Plan } from '../plan.ts'
import type { ReceiverState } from '../../../src/domain/receiver-state/receiver-state.ts'
import type { Received } from '../receiver-state/received.ts'
import { demand } from './broken-promise.ts'

/**
 * What the service must be like, kept beside the real one and written independently from what docs/promises.md and
 * the design promise. It follows what was committed, call by call; the `apply-*.ts` files say what each call may
 * do.
 */
export class Model {
  readonly plan: Plan
  readonly webhooks = new Map<number, ModelWebhook>()
  /** By webhook. */
  readonly flows = new Map<number, ModelFlow>()
  /** By source and key. */
  readonly alerts = new Map<string, ModelAlert>()
  /** Of what was not known: when it ended, as was said. By source and key. */
  readonly endedBefore = new Map<string, number>()
  /** The label `team` of each alert, by id. */
  readonly teams = new Map<number, string>()
  /** The label `note` of each alert, by id. */
  readonly notes = new Map<number, string>()
  /** What is noted of when reports could come in; undefined: nothing yet. */
  openTime: OpenTime | undefined
  /** By source, job and run. */
  readonly runs = new Set<string>()
  readonly events = new Map<number, ModelEvent>()
  readonly deliveries = new Map<number, ModelDelivery>()
  /** The unfinished deliveries of each alert queue, by id. */
  readonly alertQueues = new Map<string, Set<number>>()
  /** By delivery and attempt. */
  readonly claims = new Map<string, ModelClaim>()
  /** Those that a power cut has undone: by lease, delivery and attempt. */
  readonly lostClaims = new Map<string, ModelClaim>()
  /** The states that webhooks in current-state mode were notified of, by webhook and alert. */
  readonly receiverState = new Map<string, ReceiverState>()
  /** The receiver states that may be true, by the name of their pair. */
  readonly received = new Map<string, Received>()
  /** Those that must end so in the call that is checked. */
  readonly superseded = new Set<number>()
  /** Those that were written as superseded at once: something that shares their transaction says more. */
  readonly bornSuperseded = new Set<number>()
  /** Those of which nothing can be read any more. */
  readonly damagedEvents = new Set<number>()
  /** Reports that are committed; the very objects that were handed in. */
  readonly committedReports = new Set<unknown>()

  /** How often each thing that is worth trying happened. */
  readonly seen = new Map<string, number>()

  readonly #clocks: ModelClocks
  readonly #startedAt = new Map<number, number>()
  readonly #stalls: { readonly node: number; readonly from: number; readonly until: number }[] = []
  readonly #steps: { readonly at: number; readonly ms: number }[] = []
  /** Times in which no node could take in anything. */
  readonly #closed: { readonly from: number; readonly until: number }[] = []
  #closedFrom: number | undefined
  #calmSince: number | undefined

  constructor(plan: Plan, clocks: ModelClocks) {
    this.plan = plan
    this.#clocks = clocks
  }

  get elapsed(): number {
    return this.#clocks.elapsed()
  }

  get clocksAgree(): boolean {
    return this.#clocks.agree()
  }

  isAlive(node: number): boolean {
    return this.#clocks.isAlive(node)
  }

  noteStart(node: number): void {
    this.#startedAt.set(node, this.elapsed)
  }

  /** Notes that a node is stalled for so long. */
  noteStall(node: number, ms: number): void {
    this.#stalls.push({ node, from: this.elapsed, until: this.elapsed + ms })
  }

  noteStep(ms: number): void {
    this.#steps.push({ at: this.elapsed, ms })
    this.#calmSince = undefined
    this.saw(ms < 0 ? 'the clock is set back' : 'the clock is set forward')
    // A step may let the permits of one interval through once more.
    for (const flow of this.flows.values()) flow.claimedAt = []
  }

  /** The clock shows what has passed: nobody has set it. */
  get isClockTrue(): boolean {
    return this.#steps.length === 0
  }

  /** Of what a node writes that takes this for the present. */
  writtenBy(now: number): Written {
    const behindMs = this.#clocks.now() - now
    return { elapsed: this.elapsed, behindMs: behindMs < 1_000 ? 0 : behindMs }
  }

  /**
   * How much has passed since something was written, as far as this node can know it at the best. From time that has
   * passed it cannot know by how much the clock of the writer was late, nor a step forward that was made before it
   * started, nor one that it has not seen because the clock was set back before it and the node had read no clock in
   * between.
   */
  passedMs(node: number, since: Written): number {
    const startedAt = this.#startedAt.get(node) ?? 0
    const unknown = this.#steps.filter(
      ({ at, ms }) => ms > 0 && at >= since.elapsed && (at <= startedAt || this.#isHidden(node, at)),
    )
    const unknownMs = unknown.reduce((sum, { ms }) => sum + ms, 0)
    return this.elapsed - since.elapsed + CALL_MS_MAX + since.behindMs + unknownMs
  }

  /** How long nothing has gone wrong. */
  get calmMs(): number {
    return this.#calmSince === undefined ? 0 : this.elapsed - this.#calmSince
  }

  /** Called after whatever happens. `isCalm`: nothing goes wrong just now. */
  check(isOpen: boolean, isCalm: boolean): void {
    if (!isOpen || !isCalm) this.#calmSince = undefined
    else this.#calmSince ??= this.elapsed
    if (isOpen && this.#closedFrom !== undefined) {
      this.#closed.push({ from: this.#closedFrom, until: this.elapsed })
      this.#closedFrom = undefined
    }
    if (!isOpen) this.#closedFrom ??= this.elapsed
  }

  /** How long no node could take in anything since then; what the clock cannot show is left out. */
  closedMs(elapsed: number): number {
    const hasSteppedBack = (from: number, until: number) =>
      this.#steps.some(({ at, ms }) => ms < 0 && at >= from - ABSENCE_MS_MIN && at <= until)
    return this.#closed
      .filter(({ from, until }) => from >= elapsed && until - from >= ABSENCE_MS_MIN)
      .filter(({ from, until }) => !hasSteppedBack(from, until))
      .reduce((sum, { from, until }) => sum + until - from, 0)
  }

  /** A node that has yet to follow a step, or asked before it, takes another time for the present. */
  isCurrentState(now: number): boolean {
    return this.clocksAgree && Math.abs(this.#clocks.now() - now) < 1_000
  }

  /** Whether the clock was set back while a call with this for the present was on its way, or a moment before it. */
  isOvertaken(now: number): boolean {
    const isAhead = now - this.#clocks.now() >= 1_000
    return isAhead && this.#steps.some(({ at, ms }) => ms < 0 && at > this.elapsed - CALL_MS_MAX - FRESH_MS)
  }

  #isHidden(node: number, at: number): boolean {
    return this.#steps.some(
      (back) => back.ms < 0 && back.at <= at && this.#awakeMs(node, back.at, at) < CHECK_MS_MAX,
    )
  }

  #awakeMs(node: number, from: number, until: number): number {
    const stalled = this.#stalls.filter((stall) => stall.node === node)
    const lost = stalled.map((stall) =>
      Math.max(0, Math.min(until, stall.until) - Math.max(from, stall.from)),
    )
    return until - from - lost.reduce((sum, ms) => sum + ms, 0)
  }

  /** When everything began to work; undefined: things go wrong still. */
  healedAt: number | undefined
  /** When the last attempt ended or was claimed. */
  busyAt = 0

  saw(what: string, isSo = true): void {
    if (isSo) this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  delivery(id: number): ModelDelivery {
    const delivery = this.deliveries.get(id)
    demand(
      delivery !== undefined,
      'the service has only deliveries that somebody caused',
      () => `delivery ${id}`,
    )
    return delivery
  }

  /** Whether a power cut has undone it; another claim may have its number since. */
  isLost({ deliveryId, attempt, leasedBy }: LeaseHeld): boolean {
    return this.lostClaims.has((leasedBy ?? '') + claimName(deliveryId, attempt))
  }

  claimOf(held: LeaseHeld): ModelClaim | undefined {
    const name = claimName(held.deliveryId, held.attempt)
    return this.lostClaims.get((held.leasedBy ?? '') + name) ?? this.claims.get(name)
  }

  alertQueue(name: string): Set<number> {
    let alertQueue = this.alertQueues.get(name)
    if (!alertQueue) {
      alertQueue = new Set()
      this.alertQueues.set(name, alertQueue)
    }
    return alertQueue
  }

  /** The unfinished deliveries of its queue with earlier events. */
  earlierThan({ alertQueue, eventId }: ModelDelivery): readonly ModelDelivery[] {
    return [...this.alertQueue(alertQueue)]
      .map((id) => this.delivery(id))
      .filter((other) => other.eventId < eventId)
  }

  /** One that the service has just made. */
  add({
    row,
    event,
    alertQueue,
    depth,
    now,
    urgency: expected = event.urgency,
  }: NewModelDelivery): ModelDelivery {
    const { id, webhookId, state, dueAt, urgency, queueUrgency, fallbackAt } = row
    demand(
      urgency === expected,
      'a delivery is as urgent as what it tells',
      () => `delivery ${id}: ${urgency} instead of ${expected}`,
    )
    const delivery: ModelDelivery = {
      id,
      eventId: event.id,
      webhookId,
      depth,
      alertQueue,
      urgency,
      queueUrgency,
      begunAt: 0,
      state,
      attemptsMade: 0,
      attemptsRecorded: 0,
      life: 1,
      attemptsInLife: 0,
      dueAt,
      leaseUntil: null,
      finishedAt: null,
      isFirstRequestSent: false,
      isReturned: false,
      isNotifying: false,
      isRejected: false,
      fallbackAt,
      made: this.writtenBy(now),
      bornAt: this.elapsed,
    }
    this.deliveries.set(id, delivery)
    this.alertQueue(alertQueue).add(id)
    return delivery
  }

  move(delivery: ModelDelivery, state: DeliveryState): void {
    delivery.state = state
    if (isEnded(state)) this.alertQueue(delivery.alertQueue).delete(delivery.id)
    else this.alertQueue(delivery.alertQueue).add(delivery.id)
  }
}

/** Between a call and its commit: what is written says when it was called. */
const CALL_MS_MAX = 50

/** A node that asked the server for the time so lately does not ask again. */
const FRESH_MS = 200

/** Each node reads the clock so often, unless it is stalled. */
const CHECK_MS_MAX = 1_500

/** When something was written: by the clock that nobody can set, and how late the clock of the writer was. */
export interface Written {
  readonly elapsed: number
  readonly behindMs: number
}

interface ModelClocks {
  /** What the clock of the service shows, to who has followed all its steps. */
  readonly now: () => number
  /** What has passed, by a clock that nobody can set. */
  readonly elapsed: () => number
  /** All nodes go by the same time: none has yet to follow a step of the server's clock. */
  readonly agree: () => boolean
  /** Not killed; it may be stalled. */
  readonly isAlive: (node: number) => boolean
}

interface NewModelDelivery {
  readonly row: DeliveryFacts
  readonly event: ModelEvent
  readonly alertQueue: string
  readonly depth: number
  readonly now: number
  /** If it is not that of the event. */
  readonly urgency?: number
}

export interface ModelAlert {
  readonly id: number
  readonly state: AlertState
  /** The moment of its last change of state, by the monitor's word. */
  readonly changedAt: number
  /** The newest moment that a word spoke of which counted. */
  readonly lastReportedAt: number
  /** When a monitor last spoke of it, by our clock. */
  readonly reportedAt: number
  readonly reported: Written
  /** Without another word until then it counts as cleared. On a cleared alert: the promise that was broken. */
  readonly promisedUntil: number | null
  /** An end was said, and nobody repeated it since: it counts from then. Missing or null: none was. */
  readonly endsAt?: number | null
  /** How often it was raised. */
  readonly episodeNumber: number
  /** All that is to be stored of an alert that reporters push. */
  readonly pushed?: Alert
}

export interface ModelEvent {
  readonly id: number
  /** Which notifications must keep their order: those of one alert, or of one job. */
  readonly subject: string
  /** Undefined: it is of a job run. */
  readonly alertId: number | undefined
  /** The number of the episode that it is about. */
  readonly episodeNumber: number
  /** It notifies one webhook of what it has missed. */
  readonly isMissed: boolean
  /** It is a change, not a resync. */
  readonly isChange: boolean
  readonly acceptedAt: number
  readonly oldState: AlertState | undefined
  readonly newState: AlertState | undefined
  /** Of a job run. */
  readonly status: string | null
  /** 0 is the most urgent. */
  readonly urgency: number
}

export interface ModelDelivery {
  readonly id: number
  readonly eventId: number
  readonly webhookId: number
  /** How many fallbacks led to it; 0: it was made with its event. */
  readonly depth: number
  /** Webhook and subject. */
  readonly alertQueue: string
  readonly urgency: number
  /** By which it goes, if it is the head of its alert queue. */
  queueUrgency: number
  /** When the first attempt of its schedule began. */
  begunAt: number
  state: DeliveryState
  /** As counted by the service: the number of the attempt under way or of the last one. */
  attemptsMade: number
  /** Attempts on record. */
  attemptsRecorded: number
  /** Begins at 1 and grows with each retry by hand. */
  life: number
  /** Attempts of this life that count in the schedule. */
  attemptsInLife: number
  /** Null: held, or nothing to do. */
  dueAt: number | null
  leaseUntil: number | null
  finishedAt: number | null
  isFirstRequestSent: boolean
  /** Its lease was given back or taken: it stays at the head of its alert queue. */
  isReturned: boolean
  /** It was made to replace what is before it: that is hurried by nothing. */
  isNotifying: boolean
  /** Its last attempt was rejected. */
  isRejected: boolean
  /** When its fallback is notified, should it not have arrived by then. */
  fallbackAt: number | null
  made: Written
  /** By the clock that nobody can set. */
  readonly bornAt: number
}

export function isEnded(state: DeliveryState): boolean {
  return state !== 'waiting' && state !== 'pending' && state !== 'sending'
}
