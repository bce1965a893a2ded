import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { joinLine, letsPass, type LinePlace } from '../../../domain/delivery/line.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import { statement } from '../connection/statement.ts'

/** The unfinished deliveries of one webhook and subject, see domain/delivery/line.ts. */
export interface Line {
  readonly webhookId: WebhookId
  readonly subject: string
}

type LineValues = [webhookIds: readonly WebhookId[], subjects: readonly string[]]

/** Where one begins that joins a line. */
export type State = 'waiting' | 'pending'

/**
 * The row of the head is the lock of its line. Whoever takes something out of a line, or changes its order, has it
 * locked like this; whoever puts something at the end of a line locks it `FOR KEY SHARE`; whoever ends the head deletes
 * it. In a line without a head there is nothing, and of two that put something there the index `deliveries_head` lets
 * one through and has the other begin anew.
 */
export const LOCK_HEADS = statement<LineValues, { id: DeliveryId }>(`
SELECT deliveries.id FROM unnest($1::bigint[], $2::text[]) AS line (webhook_id, subject)
JOIN deliveries ON deliveries.subject = line.subject AND deliveries.webhook_id = line.webhook_id
WHERE deliveries.state <> 'waiting'
ORDER BY deliveries.id FOR UPDATE OF deliveries`)

/** The oldest of all, and the head, which may be the same. */
export const READ_LINES = statement<LineValues, LineRow>(`
SELECT oldest.id AS oldest_id, oldest.event_id AS oldest_event_id, oldest.state AS oldest_state,
  head.id AS head_id, head.event_id AS head_event_id, head.state AS head_state
FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS line (webhook_id, subject, number)
LEFT JOIN LATERAL (
  SELECT id, event_id, state FROM deliveries WHERE subject = line.subject AND webhook_id = line.webhook_id
  ORDER BY event_id, id LIMIT 1
) AS oldest ON true
LEFT JOIN LATERAL (
  SELECT id, event_id, state FROM deliveries
  WHERE subject = line.subject AND webhook_id = line.webhook_id AND state <> 'waiting'
) AS head ON true
ORDER BY line.number`)

const DEMOTE = statement<[ids: readonly DeliveryId[]]>(
  "UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ANY ($1) AND state = 'pending'",
)

/** While its webhook is disabled, a delivery is held: pending without a due time. */
const PROMOTE = statement<[ids: readonly DeliveryId[], dueAt: Instant]>(`
UPDATE deliveries SET state = 'pending', due_at = CASE WHEN webhooks.enabled THEN $2::bigint END
FROM webhooks
WHERE deliveries.id = ANY ($1) AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)

/** Locked first: of one that is taken out at this moment the next takes the place. */
export const PROMOTE_NEXT = statement<[...LineValues, dueAt: Instant | null, madeBefore: Instant]>(`
WITH next AS MATERIALIZED (
  SELECT first.id FROM unnest($1::bigint[], $2::text[]) AS line (webhook_id, subject)
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE subject = line.subject AND webhook_id = line.webhook_id AND state = 'waiting'
    ORDER BY event_id, id LIMIT 1 FOR NO KEY UPDATE
  ) AS first
)
UPDATE deliveries
SET state = 'pending', due_at = CASE WHEN webhooks.enabled THEN greatest($3::bigint, least(deliveries.created_at, $4::bigint)) END
FROM next, webhooks WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id`)

export const SELECT_OLDEST = statement<
  [...LineValues, headIds: readonly DeliveryId[]],
  { head_id: DeliveryId; id: DeliveryId; state: DeliveryState }
>(`
SELECT head.id AS head_id, oldest.id, oldest.state
FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS head (webhook_id, subject, id)
CROSS JOIN LATERAL (
  SELECT id, state FROM deliveries WHERE subject = head.subject AND webhook_id = head.webhook_id
  ORDER BY event_id, id LIMIT 1
) AS oldest`)

interface LineRow {
  readonly oldest_id: DeliveryId | null
  readonly oldest_event_id: EventId
  readonly oldest_state: DeliveryState
  readonly head_id: DeliveryId | null
  readonly head_event_id: EventId
  readonly head_state: DeliveryState
}

/**
 * Locks the lines until the end of the transaction: nothing comes, goes or changes its place in them but by this
 * transaction. Answers how they are now, in the same order.
 */
export async function lockLines(
  transaction: Transaction,
  lines: readonly Line[],
): Promise<readonly { readonly oldest: LinePlace | undefined; readonly head: LinePlace | undefined }[]> {
  const values = arraysOf(lines)
  const [locked, { rows }] = await Promise.all([
    transaction.query(LOCK_HEADS, values),
    transaction.query(READ_LINES, values),
  ])
  const lockedIds = new Set(locked.rows.map(({ id }) => id))
  return rows.map((row) => {
    // Another has taken the head's place in the moment before.
    if (row.oldest_id !== null && !lockedIds.has(row.head_id ?? 0))
      throw new RacedError('the line has moved on')
    return {
      oldest: placeOf(row.oldest_id, row.oldest_event_id, row.oldest_state),
      head: placeOf(row.head_id, row.head_event_id, row.head_state),
    }
  })
}

/**
 * Where each of these begins, in the same order. Those that must wait behind one of them do so already; the rows of
 * the new ones are for the caller to write.
 */
export async function joinLines(
  transaction: Transaction,
  newcomers: readonly (Line & { readonly eventId: EventId })[],
): Promise<readonly State[]> {
  const byLine = Map.groupBy(newcomers.keys(), (index) => nameOf(newcomers[index]))
  const groups = [...byLine.values()]
  const lines = await lockLines(
    transaction,
    groups.flatMap(([first = 0]) => newcomers[first] ?? []),
  )
  const states: State[] = newcomers.map(() => 'waiting')
  const demotedIds = groups.flatMap((indexes, group) => {
    // All but the oldest of them come behind an older one.
    const oldest = indexes.reduce((best, index) =>
      eventOf(newcomers, index) < eventOf(newcomers, best) ? index : best,
    )
    const joined = joinLine(eventOf(newcomers, oldest), lines[group]?.oldest, () => lines[group]?.head)
    if (joined.state === 'waiting') return []
    states[oldest] = 'pending'
    return joined.demotedId ?? []
  })
  if (demotedIds.length > 0) await transaction.query(DEMOTE, [demotedIds])
  return states
}

/**
 * The oldest that waits goes next, in lines whose head has ended by an earlier statement of this transaction: a later
 * one sees what was put behind it until then. Due at that time, or since it was made.
 */
export async function promoteNext(
  transaction: Transaction,
  lines: readonly Line[],
  dueAt: Instant | { readonly whenMadeBefore: Instant },
): Promise<void> {
  if (lines.length === 0) return
  const [at, madeBefore] = typeof dueAt === 'number' ? [dueAt, dueAt] : [null, dueAt.whenMadeBefore]
  await transaction.query(PROMOTE_NEXT, [...arraysOf(lines), at, madeBefore])
}

/**
 * Heads whose attempt has failed wait in their turn if an older one has come back meanwhile. For a transaction that has
 * them locked.
 */
export async function letOlderPass(
  transaction: Transaction,
  heads: readonly (Line & { readonly id: DeliveryId })[],
  now: Instant,
): Promise<void> {
  if (heads.length === 0) return
  const { rows } = await transaction.query(SELECT_OLDEST, [...arraysOf(heads), heads.map(({ id }) => id)])
  const passed = rows.filter((oldest) => letsPass(oldest.head_id, oldest))
  if (passed.length === 0) return
  await Promise.all([
    transaction.query(DEMOTE, [passed.map(({ head_id: id }) => id)]),
    transaction.query(PROMOTE, [passed.map(({ id }) => id), now]),
  ])
}

function arraysOf(lines: readonly Line[]): LineValues {
  return [lines.map(({ webhookId }) => webhookId), lines.map(({ subject }) => subject)]
}

function nameOf(line: Line | undefined): string {
  return `${line?.webhookId} ${line?.subject}`
}

function eventOf(newcomers: readonly { readonly eventId: EventId }[], index: number): EventId {
  return newcomers[index]?.eventId ?? 0
}

function placeOf(id: DeliveryId | null, eventId: EventId, state: DeliveryState): LinePlace | undefined {
  return id === null ? undefined : { id, eventId, state }
}
