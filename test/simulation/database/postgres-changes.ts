import type { Change, DeliveryFacts, EventFacts } from '../model/change-log.ts'
import type { Row, RowWritten } from './postgres-rows.ts'

/**
 * What was done to the rows of PostgreSQL, in the words that are common to both engines: there a delivery that ends
 * moves to another table, statements write many rows at once, and a day of history goes without a word of its rows.
 */
export class PostgresChanges {
  /** What has ended, by id. */
  readonly #ended = new Map<number, DeliveryFacts>()
  readonly #events = new Set<number>()

  /** Of one call. */
  take(rows: readonly RowWritten[]): readonly Change[] {
    const changes = translate(rows)
    for (const change of changes) this.#follow(change)
    return changes.toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  /** What is not there any more, though nobody removed it row by row. */
  takeDropped(endedIds: readonly number[], eventIds: readonly number[]): readonly Change[] {
    const deliveries = new Set(endedIds)
    const events = new Set(eventIds)
    const changes: Change[] = []
    for (const [id, before] of this.#ended) {
      if (!deliveries.has(id)) changes.push({ kind: 'delivery removed', before })
    }
    for (const id of this.#events) if (!events.has(id)) changes.push({ kind: 'event removed', id })
    for (const change of changes) this.#follow(change)
    return changes
  }

  #follow(change: Change): void {
    if (change.kind === 'event added') this.#events.add(change.id)
    else if (change.kind === 'event removed') this.#events.delete(change.id)
    else if (change.kind === 'delivery removed') this.#ended.delete(change.before.id)
    else if (change.kind === 'delivery changed' || change.kind === 'delivery added') {
      const { after } = change
      if (after.finishedAt === null) this.#ended.delete(after.id)
      else this.#ended.set(after.id, after)
    }
  }
}

function translate(rows: readonly RowWritten[]): readonly Change[] {
  const moved = new Set<RowWritten>()
  /** The other half of a move between the tables. */
  const arrival = (on: RowWritten['on'], id: number) => {
    const found = rows.find((row) => row.on === on && row.before === null && row.after?.id === id)
    if (found) moved.add(found)
    return found?.after
  }
  return rows.flatMap((row) => (moved.has(row) ? [] : toChange(row, arrival)))
}

type Arrival = (on: RowWritten['on'], id: number) => Row | null | undefined

function toChange({ on, before, after }: RowWritten, arrival: Arrival): Change | readonly Change[] {
  const row = after ?? before
  if (!row) return []
  switch (on) {
    case 'events':
      return after
        ? { kind: 'event added', id: row.id, body: eventFacts(row) }
        : { kind: 'event removed', id: row.id }
    case 'alerts':
      return { kind: 'alert removed', id: row.id }
    case 'receiver_states':
      return []
    case 'attempts':
      return { kind: 'attempt added', deliveryId: row.delivery_id, number: row.number }
    default: {
      const to = after ?? arrival(on === 'ended' ? 'deliveries' : 'ended', row.id)
      if (!before) return { kind: 'delivery added', after: deliveryFacts(row) }
      if (!to) return { kind: 'delivery removed', before: deliveryFacts(before) }
      return { kind: 'delivery changed', before: deliveryFacts(before), after: deliveryFacts(to) }
    }
  }
}

/**
 * A statement that writes many events writes them all, and then all their deliveries. What is removed goes before
 * what it was made of; what is leased comes after what was made; everything else stays in its order.
 */
function rankOf(change: Change): number {
  switch (change.kind) {
    case 'event added':
      return change.id
    case 'delivery added':
      return change.after.fallbackOf === null ? change.after.eventId + 0.5 : 0
    case 'event removed':
      return 1
    case 'alert removed':
      return 2
    case 'delivery changed':
      return isLease(change) ? Number.MAX_SAFE_INTEGER : 0
    default:
      return 0
  }
}

function isLease({ before, after }: Extract<Change, { readonly kind: 'delivery changed' }>): boolean {
  return before.state === 'pending' && after.state === 'sending'
}

function deliveryFacts(row: Row): DeliveryFacts {
  return {
    id: row.id,
    eventId: row.event_id,
    webhookId: row.webhook_id,
    subject: row.subject,
    state: row.state,
    attemptsMade: row.attempts_made,
    dueAt: row.due_at ?? null,
    leaseUntil: row.lease_until ?? null,
    finishedAt: row.finished_at ?? null,
    fallbackOf: row.fallback_of,
    urgency: row.urgency,
    queueUrgency: row.queue_urgency ?? row.urgency,
    fallbackAt: row.fallback_at ?? null,
    reason: row.last_reason ?? null,
  }
}

function eventFacts(row: Row): EventFacts {
  const { oldState = null, newState = null, status = null, endedBy = null, ...rest } = JSON.parse(row.body)
  const { episodeNumber = null, trigger = null } = rest
  return {
    alertId: row.alert_id,
    jobRunId: row.job_run_id,
    oldState,
    newState,
    status,
    endedBy,
    episodeNumber,
    trigger,
    acceptedAt: row.accepted_at,
  }
}
