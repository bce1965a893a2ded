import { earlierOf, type Instant } from '../../../domain/instant.ts'
import type { Database } from 'better-sqlite3'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { Breaker, BreakerChange, SignalGiven } from '../../../domain/flow/breaker.ts'
import { afterSignal, CLOSED } from '../../../domain/flow/breaker.ts'
import { type WebhookQueueState, windowAfter } from '../../../domain/flow/webhook-queue.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { HealthSignal } from '../../../domain/receiver/outcome.ts'
import type { WebhookCache } from './webhook-cache.ts'
import { BREAKER_NAMES, breakerValues, type FlowRow, toBreaker } from '../../rows/flow-row.ts'

/** The state of one webhook's deliveries that is known without the database. */
export interface WebhookQueue extends WebhookQueueState {
  readonly webhookId: WebhookId
  /** Never later than the real one, so a scan finds it; `setDue` keeps this and the next. */
  dueAt: Instant | null
  readonly dueAts: (Instant | null)[]
  /** Its position in the quota of urgencies, which restarts with the process. */
  position: number
  inFlight: number
  window: number | null
  breaker: Breaker
  rateNextAt: Instant
  /** The delivery that somebody retried, which goes first. What is stored stays, without effect later. */
  firstId: DeliveryId | null
}

/**
 * A webhook queue per webhook, so that claims scan only those with something due and capacity: a long queue
 * of one receiver costs the others nothing. The queues live in memory; pauses and rates, which outlive the
 * process, are in `webhook_flow`.
 */
export class WebhookQueues {
  readonly #sql: ReturnType<typeof prepare>
  readonly #webhooks: WebhookCache
  #queues = new Map<WebhookId, WebhookQueue>()
  #isKnown = false

  constructor(db: Database, webhooks: WebhookCache) {
    this.#sql = prepare(db)
    this.#webhooks = webhooks
  }

  /** Counts what is being sent. Call it before that changes, or the change counts twice. */
  ready(): void {
    if (!this.#isKnown) this.#read()
  }

  all(): Iterable<WebhookQueue> {
    this.ready()
    return this.#queues.values()
  }

  of(webhookId: WebhookId): WebhookQueue {
    this.ready()
    let queue = this.#queues.get(webhookId)
    if (!queue) {
      queue = newQueue(webhookId)
      this.#queues.set(webhookId, queue)
    }
    return queue
  }

  /** Notes that a delivery is pending, or will be at that time; without an urgency: of any urgency. */
  noteDue(webhookId: WebhookId, dueAt: Instant | null, urgency?: Urgency): void {
    if (dueAt === null) return
    const queue = this.of(webhookId)
    for (const one of urgency === undefined ? URGENCIES : [urgency]) {
      setDue(queue, one, earlierOf(queue.dueAts[one] ?? null, dueAt))
    }
  }

  /** Notes what an ended attempt shows of the receiver. */
  noteSignal(webhookId: WebhookId, signal: HealthSignal, given: SignalGiven): void {
    const queue = this.of(webhookId)
    queue.window = windowAfter(queue.window ?? 1, signal)
    this.changeBreaker(webhookId, (breaker) => afterSignal(breaker, signal, given))
  }

  changeBreaker(webhookId: WebhookId, change: BreakerChange): void {
    const queue = this.of(webhookId)
    const breaker = change(queue.breaker, webhookId)
    if (breaker === queue.breaker) return
    queue.breaker = breaker
    this.write(queue)
  }

  /** Makes this delivery the next that is sent to it. */
  sendFirst(webhookId: WebhookId, deliveryId: DeliveryId): void {
    const queue = this.of(webhookId)
    queue.firstId = deliveryId
    this.write(queue)
  }

  remove(webhookId: WebhookId): void {
    this.#queues.delete(webhookId)
  }

  /** Forgets everything after a rollback; every webhook queue is scanned again. */
  forget(): void {
    this.#isKnown = false
  }

  /** Stores what outlives the process. */
  write({ webhookId, breaker, rateNextAt, firstId }: WebhookQueue): void {
    this.#sql.upsert.run(webhookId, rateNextAt, firstId, ...breakerValues(breaker))
  }

  #read(): void {
    const known = this.#queues
    this.#isKnown = true
    this.#queues = new Map(
      this.#webhooks.all().map(({ id }) => [id, { ...newQueue(id), window: known.get(id)?.window ?? null }]),
    )
    for (const row of this.#sql.selectFlows.all()) {
      const queue = this.of(row.webhook_id)
      queue.breaker = toBreaker(row)
      queue.rateNextAt = row.rate_next_at
      queue.firstId = row.first_delivery_id
    }
    for (const { webhook_id, count } of this.#sql.countSending.all()) this.of(webhook_id).inFlight = count
  }
}

/** Sets when the first delivery of an urgency is due; null: none is pending. */
export function setDue(queue: WebhookQueue, urgency: Urgency, dueAt: Instant | null): void {
  queue.dueAts[urgency] = dueAt
  queue.dueAt = queue.dueAts.reduce(earlierOf, null)
}

/** Unknown until the first scan. */
export const DUE_SINCE_EVER = 0

function newQueue(webhookId: WebhookId): WebhookQueue {
  return {
    webhookId,
    dueAt: DUE_SINCE_EVER,
    dueAts: URGENCIES.map(() => DUE_SINCE_EVER),
    position: 0,
    inFlight: 0,
    window: null,
    breaker: CLOSED,
    rateNextAt: 0,
    firstId: null,
  }
}

type FlowValues = [
  webhookId: WebhookId,
  rateNextAt: Instant,
  firstDeliveryId: DeliveryId | null,
  ...breaker: readonly (number | string | null)[],
]

const WRITTEN = ['rate_next_at', 'first_delivery_id', ...BREAKER_NAMES]

function prepare(db: Database) {
  return {
    selectFlows: db.prepare<[], FlowRow>('SELECT * FROM webhook_flow'),
    upsert: db.prepare<FlowValues>(
      `INSERT INTO webhook_flow (webhook_id, ${WRITTEN.join(', ')}) VALUES (?${', ?'.repeat(WRITTEN.length)})
       ON CONFLICT (webhook_id) DO UPDATE SET ${WRITTEN.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ),
    countSending: db.prepare<[], { webhook_id: WebhookId; count: number }>(
      // The planner would rather scan all of history by webhook than sort the few that are being sent.
      `SELECT webhook_id, count(*) AS count FROM deliveries INDEXED BY deliveries_leased
       WHERE state = 'sending' GROUP BY webhook_id`,
    ),
  }
}
