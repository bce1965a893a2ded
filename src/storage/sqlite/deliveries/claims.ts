import type { Database } from 'better-sqlite3'
import type { Claim, UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import type { Event } from '../../../domain/alert/event.ts'
import {
  type Choice,
  type Claimed,
  choiceOf,
  ClaimPlan,
  type ClaimRequest,
  type Share,
} from '../../../domain/flow/claim-plan.ts'
import { isDueOf } from '../../../domain/flow/shares.ts'
import type { Instant } from '../../../domain/instant.ts'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, NodeId, WebhookId } from '../../../domain/ids.ts'
import { type ClaimRow, type DeliveryRow, toClaim } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import { DUE_SINCE_EVER, setDue, type WebhookQueue } from '../node-memory/webhook-queues.ts'

type LeasedRow = ClaimRow & Pick<DeliveryRow, 'id' | 'event_id'>

export class Claims {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps
  readonly #receiverStates: ReceiverStates

  constructor(deps: SqliteDeps, receiverStates: ReceiverStates) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
    this.#receiverStates = receiverStates
  }

  claimDue(request: ClaimRequest): Claimed {
    const { queues, webhooks } = this.#deps
    const events = new Map<EventId, Event>()
    const plan = new ClaimPlan<WebhookQueue>(request, {
      webhookOf: ({ webhookId }) => webhooks.find(webhookId),
      learnDueAts: (queue) => this.#learnDueAts(queue),
    })
    plan.begin(queues.all(), this.#failingInFlight())
    for (let round = plan.nextRound(); round.length > 0; round = plan.nextRound()) {
      for (const share of round) {
        const first = this.#takeFirst(share, request)
        const rows = this.#lease(share, request, first)
        const taken = rows.map((row) => this.#toClaim(row, share, { events, now: request.now }))
        plan.noteTaken(share, taken, first.length)
        if (rows.length > 0 && share.webhook.rateLimit !== null) queues.write(share.queue)
      }
    }
    return plan.end(plan.nextAt(queues.all()))
  }

  #failingInFlight(): number {
    let count = 0
    for (const { breaker, inFlight } of this.#deps.queues.all()) if (breaker.failures > 0) count += inFlight
    return count
  }

  /** A queue that was not asked yet would use up slots in vain. */
  #learnDueAts(queue: WebhookQueue): void {
    for (const urgency of URGENCIES) {
      if (queue.dueAts[urgency] === DUE_SINCE_EVER) this.#lookAhead(queue, urgency, DUE_SINCE_EVER)
    }
  }

  #lease(
    { queue, count, leaseUntil, ...share }: Share<WebhookQueue>,
    { now, node, windowFirst }: ClaimRequest,
    first: readonly LeasedRow[],
  ): readonly LeasedRow[] {
    const lease: Lease = [leaseUntil, node, now]
    const left = count - first.length
    const choice = first.length === 0 ? share.choice : choiceOf(queue, left, now)
    const wanted = { choice, wanted: left, now }
    const others =
      choice.kind === 'probe' ? this.#takeProbe(queue, lease, wanted) : this.#takeDue(queue, lease, wanted)
    const rows = [...first, ...others].toSorted((one, other) => one.id - other.id)
    this.#deps.counts.move('pending', 'sending', rows.length)
    queue.window ??= windowFirst
    return rows
  }

  /** Takes the quotas of the less urgent, then the rest by urgency, the longest due first. */
  #takeDue(queue: WebhookQueue, lease: Lease, { choice, wanted, now }: Wanted): readonly LeasedRow[] {
    const rows: LeasedRow[] = []
    const take = (urgency: Urgency, quota: number): void => {
      const most = Math.min(quota, wanted - rows.length)
      if (most <= 0 || !isDueOf(queue.dueAts, urgency, now)) return
      const taken = this.#sql.leaseDue.all(...lease, queue.webhookId, urgency, now, most)
      // More may be due if all wanted ones were found.
      if (taken.length < most) this.#lookAhead(queue, urgency, now)
      rows.push(...taken)
    }
    if (choice.kind === 'by urgency') {
      for (const urgency of choice.due.toReversed()) take(urgency, choice.quota[urgency])
    }
    for (const urgency of choice.due) take(urgency, wanted)
    return rows
  }

  #takeProbe(queue: WebhookQueue, lease: Lease, { choice, wanted, now }: Wanted): readonly LeasedRow[] {
    if (wanted <= 0 || choice.kind !== 'probe') return []
    const failedId = choice.failedId ?? 0
    for (const urgency of choice.due) {
      const rows = this.#sql.leaseProbe.all(...lease, queue.webhookId, urgency, now, failedId)
      if (rows.length > 0) return rows
    }
    // There is no other.
    const rows = this.#sql.leaseOne.all(...lease, failedId, queue.webhookId, now)
    for (const urgency of URGENCIES) this.#lookAhead(queue, urgency, now)
    return rows
  }

  /** Moves the due time ahead: everything due was just taken, or cannot be. */
  #lookAhead(queue: WebhookQueue, urgency: Urgency, now: Instant): void {
    setDue(queue, urgency, this.#sql.selectNextDue.get(queue.webhookId, urgency, now)?.due_at ?? null)
  }

  /** Takes what a person retried, if it is due and its schedule has not begun. */
  #takeFirst({ queue, leaseUntil }: Share<WebhookQueue>, { now, node }: ClaimRequest): readonly LeasedRow[] {
    const { firstId, webhookId } = queue
    if (firstId === null) return []
    queue.firstId = null
    return this.#sql.leaseFirst.all(leaseUntil, node, now, firstId, webhookId, now)
  }

  #toClaim(
    row: LeasedRow,
    { webhook, queue: { breaker } }: Share<WebhookQueue>,
    { events, now }: { readonly events: Map<EventId, Event>; readonly now: Instant },
  ): Claim | UnreadableClaim {
    const event = events.get(row.event_id) ?? this.#deps.events.readEvent(row.event_id)
    if (event) events.set(event.id, event)
    const receiverState = event && this.#receiverStates.find(event, webhook.id)
    const webhooks = this.#deps.webhooks.all()
    const isAltered = event === undefined && this.#deps.events.isAltered(row.event_id)
    const silences = this.#deps.silences.all()
    return toClaim(row.id, row, {
      webhook,
      webhooks,
      event,
      isAltered,
      receiverState,
      breaker,
      silences,
      now,
    })
  }
}

const LEASE = `UPDATE deliveries SET state = 'sending', attempts_made = attempts_made + 1, due_at = NULL, lease_until = ?, leased_by = ?,
  begun_at = CASE WHEN attempts_made = attempts_uncounted THEN ? ELSE begun_at END`
const LEASED =
  'RETURNING id, event_id, attempts_made, attempts_uncounted, lease_until, created_at, begun_at, epoch'

const OF_URGENCY =
  "WHERE webhook_id = CAST(? AS INTEGER) AND state = 'pending' AND queue_urgency = CAST(? AS INTEGER)"

type Lease = [until: Instant, node: NodeId, begunAt: Instant]

interface Wanted {
  readonly choice: Choice
  readonly wanted: number
  readonly now: Instant
}

function prepare(db: Database) {
  return {
    leaseFirst: db.prepare<[...Lease, id: DeliveryId, webhookId: WebhookId, now: Instant], LeasedRow>(
      `${LEASE} WHERE id = ? AND webhook_id = ? AND state = 'pending' AND due_at <= ?
         AND attempts_made = attempts_uncounted ${LEASED}`,
    ),
    leaseOne: db.prepare<[...Lease, id: DeliveryId, webhookId: WebhookId, now: Instant], LeasedRow>(
      `${LEASE} WHERE id = ? AND webhook_id = ? AND state = 'pending' AND due_at <= ? ${LEASED}`,
    ),
    // Casts: see queue-reads.ts.
    leaseDue: db.prepare<
      [...Lease, webhookId: WebhookId, urgency: Urgency, now: Instant, limit: number],
      LeasedRow
    >(
      `${LEASE} WHERE id IN (SELECT id FROM deliveries ${OF_URGENCY} AND due_at <= CAST(? AS INTEGER)
                    ORDER BY due_at, id LIMIT CAST(? AS INTEGER)) ${LEASED}`,
    ),
    leaseProbe: db.prepare<
      [...Lease, webhookId: WebhookId, urgency: Urgency, now: Instant, failedId: DeliveryId],
      LeasedRow
    >(
      `${LEASE} WHERE id IN (SELECT id FROM deliveries ${OF_URGENCY} AND due_at <= CAST(? AS INTEGER)
                      AND id <> CAST(? AS INTEGER)
                    ORDER BY due_at DESC, id DESC LIMIT 1) ${LEASED}`,
    ),
    selectNextDue: db.prepare<[webhookId: WebhookId, urgency: Urgency, now: Instant], { due_at: Instant }>(
      `SELECT due_at FROM deliveries ${OF_URGENCY} AND due_at > CAST(? AS INTEGER) ORDER BY due_at LIMIT 1`,
    ),
  }
}
