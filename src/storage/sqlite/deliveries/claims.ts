import type { Database } from 'better-sqlite3'
import { type Claim, leaseMsOf, type UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import type { Event } from '../../../domain/alert/event.ts'
import {
  type Candidate,
  candidateOf,
  compareCandidates,
  divideQuota,
  isDue,
  isDueOf,
  isStillContending,
  quotaPositionAfter,
  shareOut,
} from '../../../domain/flow/shares.ts'
import { earlierOf, type Instant } from '../../../domain/instant.ts'
import { isProbed } from '../../../domain/flow/breaker.ts'
import { nextScanAt } from '../../../domain/flow/webhook-queue.ts'
import { URGENCIES, urgencyName, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, NodeId, WebhookId } from '../../../domain/ids.ts'
import type { ClaimRequest, Claimed } from '../../store.ts'
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
    const claims: Claim[] = []
    const unreadable: UnreadableClaim[] = []
    const events = new Map<EventId, Event>()
    let candidates = this.#candidates(request)
    let failingCapacity = request.failingMax - this.#failingInFlight()
    for (;;) {
      const free = { all: request.limit - claims.length - unreadable.length, forFailing: failingCapacity }
      const shares = shareOut(candidates, free)
      if (!shares.some((share) => share > 0)) break
      candidates = candidates.filter((candidate, index) => {
        const share = shares[index] ?? 0
        const rows = share > 0 ? this.#takeDue(candidate, share, request) : []
        for (const row of rows) {
          const claim = this.#toClaim(row, candidate, { events, now: request.now })
          if ('reason' in claim) unreadable.push(claim)
          else claims.push(claim)
        }
        if (candidate.isFailing) failingCapacity -= rows.length
        candidate.capacity -= rows.length
        return isStillContending({ share, taken: rows.length, capacity: candidate.capacity })
      })
    }
    return { claims, unreadable, nextAt: this.#nextAt(request) }
  }

  #candidates(request: ClaimRequest): Candidate<WebhookQueue>[] {
    const candidates: Candidate<WebhookQueue>[] = []
    for (const queue of this.#deps.queues.all()) {
      const webhook = isDue(queue, request.now) ? this.#deps.webhooks.find(queue.webhookId) : undefined
      const candidate = webhook && candidateOf(queue, webhook, request)
      if (candidate) candidates.push(candidate)
    }
    return candidates.toSorted(compareCandidates)
  }

  #failingInFlight(): number {
    let count = 0
    for (const { breaker, inFlight } of this.#deps.queues.all()) if (breaker.failures > 0) count += inFlight
    return count
  }

  #takeDue(
    { queue, webhook }: Candidate<WebhookQueue>,
    wanted: number,
    request: ClaimRequest,
  ): readonly LeasedRow[] {
    const { now, node, windowFirst } = request
    const leaseUntil = now + leaseMsOf(request.lease, webhook)
    const lease: Lease = [leaseUntil, node, now]
    const first = this.#takeFirst(queue, lease, now)
    const left = wanted - first.length
    const others = isProbed(queue.breaker)
      ? this.#takeProbe(queue, lease, { wanted: left, now })
      : this.#takeByUrgency(queue, lease, { wanted: left, now })
    const rows = [...first, ...others].toSorted((one, other) => one.id - other.id)
    queue.inFlight += rows.length
    this.#deps.counts.move('pending', 'sending', rows.length)
    queue.window ??= windowFirst
    if (rows.length > 0) this.#deps.queues.takePermits(queue, webhook, { count: rows.length, now })
    return rows
  }

  /**
   * Takes the quota of each urgency, the longest due first; unused quota goes to the most urgent that is
   * left.
   */
  #takeByUrgency(queue: WebhookQueue, lease: Lease, { wanted, now }: Wanted): readonly LeasedRow[] {
    for (const urgency of URGENCIES) {
      // A queue that was not asked yet would use up slots in vain.
      if (queue.dueAts[urgency] === DUE_SINCE_EVER) this.#lookAhead(queue, urgency, DUE_SINCE_EVER)
    }
    const given = { position: queue.position, dueAts: [...queue.dueAts], now }
    const quota = { ...divideQuota(wanted, given) }
    const rows: LeasedRow[] = []
    const take = (urgency: Urgency, most: number): number => {
      if (most <= 0 || !isDueOf(queue.dueAts, urgency, now)) return 0
      const taken = this.#sql.leaseDue.all(...lease, queue.webhookId, urgency, now, most)
      // More may be due if all wanted ones were found.
      if (taken.length < most) this.#lookAhead(queue, urgency, now)
      rows.push(...taken)
      return taken.length
    }
    for (const urgency of URGENCIES) quota[urgencyName(urgency)] -= take(urgency, quota[urgencyName(urgency)])
    for (const urgency of URGENCIES) take(urgency, wanted - rows.length)
    queue.position = quotaPositionAfter(rows.length, given)
    return rows
  }

  /**
   * Takes the delivery that probes a receiver: the most urgent, then the last that became due, and not the
   * one that failed last.
   */
  #takeProbe(queue: WebhookQueue, lease: Lease, { wanted, now }: Wanted): readonly LeasedRow[] {
    if (wanted <= 0) return []
    const { webhookId, breaker } = queue
    const failedId = breaker.failedId ?? 0
    for (const urgency of URGENCIES) {
      if (!isDueOf(queue.dueAts, urgency, now)) continue
      const rows = this.#sql.leaseProbe.all(...lease, webhookId, urgency, now, failedId)
      if (rows.length > 0) return rows
    }
    // There is no other.
    const rows = this.#sql.leaseOne.all(...lease, failedId, webhookId, now)
    for (const urgency of URGENCIES) this.#lookAhead(queue, urgency, now)
    return rows
  }

  /** Moves the due time ahead: everything due was just taken, or cannot be. */
  #lookAhead(queue: WebhookQueue, urgency: Urgency, now: Instant): void {
    setDue(queue, urgency, this.#sql.selectNextDue.get(queue.webhookId, urgency, now)?.due_at ?? null)
  }

  /** Takes what a person retried, if it is due and its schedule has not begun. */
  #takeFirst(queue: WebhookQueue, lease: Lease, now: Instant): readonly LeasedRow[] {
    const { firstId, webhookId } = queue
    if (firstId === null) return []
    queue.firstId = null
    return this.#sql.leaseFirst.all(...lease, firstId, webhookId, now)
  }

  #toClaim(
    row: LeasedRow,
    { webhook, queue: { breaker } }: Candidate<WebhookQueue>,
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

  #nextAt(request: ClaimRequest): number | null {
    let nextAt: Instant | null = null
    for (const queue of this.#deps.queues.all()) {
      if (queue.dueAt === null) continue
      const webhook = this.#deps.webhooks.find(queue.webhookId)
      const at = webhook ? nextScanAt(queue, webhook, request) : null
      nextAt = earlierOf(nextAt, at)
    }
    return nextAt
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
