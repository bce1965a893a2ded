import {
  type DeliveryFilter,
  fitsEventFilter,
  isSelective,
  needsEvent,
} from '../../../domain/filter/delivery-filters.ts'
import { alertIdOf, type Event } from '../../../domain/alert/event.ts'
import { lockAlerts } from '../receiver-state/alert-locks.ts'
import { leaveForResync, resyncAfterFailure, whyNotRetried } from '../receiver-state/unsent.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  chooseAction,
  whyNotRerouted,
  type DeliveryAction,
  type OperationCounts,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { OperationRow } from '../../rows/operation-row.ts'
import type { StepResult } from '../../scripts/operations.ts'
import type { Transaction } from '../connection/database.ts'
import { deliveryPaths, UNFINISHED } from '../history/delivery-lists.ts'
import { lockFanOut } from '../receiver-state/fallback.ts'
import {
  cancelDeliveries,
  insertDeliveries,
  restartDeliveries,
  type NewDelivery,
} from '../queue/alert-queue-changes.ts'
import { wrap } from '../../transactions/list-scans.ts'
import { numbered, statement } from '../connection/statement.ts'
import { mergeScans, scan } from '../history/list-scans.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import { findEventsOf } from '../history/history.ts'

type EventValues = [ids: readonly EventId[], times: readonly Instant[]]

/** Unfinished deliveries that one step searches: a step is short even if few fit. */
const WINDOW = 20_000

interface FoundRow extends DeliveryRow {
  readonly event_at: Instant
}

export interface StepContext {
  readonly transaction: Transaction
  readonly webhooks: KnownWebhooks
  readonly now: Instant
  readonly limit: number
}

/**
 * Returns the next deliveries that fit, oldest first, and the action for each. The search locks nothing: a
 * faster transaction wins.
 */
export async function takeStep(
  operation: OperationRow,
  filter: OperationFilter,
  context: StepContext,
): Promise<StepResult> {
  const { rows: found, lastId } = await findNext(operation, filter, context)
  const rows = await selectFitting(filter, context.transaction, found)
  const acts = await withoutOldStates(await decide(operation, context, rows), context)
  return { lastId, examinedCount: rows.length, ...(await carryOut(operation, context, acts)) }
}

interface Planned {
  readonly row: FoundRow
  readonly act: DeliveryAction
}

async function findNext(
  { last_id: after, up_to_id: upToId }: OperationRow,
  filter: OperationFilter,
  { transaction, limit }: StepContext,
): Promise<{ readonly rows: readonly FoundRow[]; readonly lastId: DeliveryId }> {
  const bound = await boundOf(filter, transaction, { after, upToId })
  const ids = { after, before: bound + 1 }
  const paths = deliveryPaths({ filter, ids, limit, direction: 'ASC' })
  const rows = await transaction.list<FoundRow>(...numbered(mergeScans(paths, 'ASC', limit)))
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { rows, lastId: last?.id ?? bound }
}

async function selectFitting(
  filter: OperationFilter,
  transaction: Transaction,
  rows: readonly FoundRow[],
): Promise<readonly FoundRow[]> {
  if (!isSelective(filter)) return rows
  const wanted = rows.filter(({ subject }) => needsEvent(filter, subject))
  // A damaged or removed event fits no severity.
  const events = await findEventsOf(transaction, wanted)
  return rows.filter((row) => fitsEventFilter(filter, row.subject, events.get(row.event_id)))
}

/** Returns the last id of a step that may read many unfinished deliveries of which few fit. */
async function boundOf(
  { states, webhookId, eventId, alertId }: DeliveryFilter,
  transaction: Transaction,
  { after, upToId }: { readonly after: DeliveryId; readonly upToId: DeliveryId },
): Promise<DeliveryId> {
  const isScan = eventId === undefined && alertId === undefined
  if (!isScan || !UNFINISHED.some((state) => states?.includes(state))) return upToId
  const seen = scan(
    {
      table: 'deliveries',
      columns: 'id',
      prefix: webhookId === undefined ? [] : [['webhook_id', webhookId]],
      ids: { after, before: upToId + 1 },
      limit: WINDOW,
    },
    'ASC',
  )
  const [window] = await transaction.list<{ count: number; last: DeliveryId | null }>(
    ...numbered(wrap('SELECT count(*), max(id) AS last FROM (', seen, ') AS seen')),
  )
  return window?.count === WINDOW ? (window.last ?? upToId) : upToId
}

async function decide(
  { id, kind, target_webhook_id: targetId }: OperationRow,
  { transaction, webhooks }: StepContext,
  rows: readonly FoundRow[],
): Promise<readonly Planned[]> {
  const target = targetId === null ? undefined : webhooks.get(targetId)
  const kinds = target ? await findKinds(transaction, rows) : new Map<EventId, Event['kind']>()
  return rows.map((row) => {
    const eventKind = kinds.get(row.event_id)
    const context = {
      webhook: webhooks.get(row.webhook_id),
      target,
      event: eventKind && { kind: eventKind },
    }
    return { row, act: chooseAction({ id, kind }, toDelivery(row), context) }
  })
}

/** Leaves out deliveries whose state is no longer current. Locks alerts before deliveries, like intake. */
async function withoutOldStates(
  planned: readonly Planned[],
  { transaction, webhooks }: StepContext,
): Promise<readonly Planned[]> {
  if (!webhooks.areRemembered) return planned
  const changing = planned.filter(({ act }) => act.restarts || act.cancelReason !== null)
  await lockAlerts(
    transaction,
    changing.map(({ row }) => alertIdOf(row.subject)),
  )
  const restarting = planned.filter(({ act }) => act.restarts)
  const known = new Map(restarting.map((one) => [knownOf(one.row), one]))
  const refused = await whyNotRetried(transaction, [...known.keys()], webhooks)
  const isOld = new Set([...refused.keys()].map((one) => known.get(one)))
  return planned.filter((one) => !isOld.has(one))
}

async function carryOut(
  { id: operationId, target_webhook_id: targetId }: OperationRow,
  { transaction, webhooks, now }: StepContext,
  planned: readonly Planned[],
): Promise<OperationCounts> {
  const restarted = planned.filter(({ act }) => act.restarts).map(({ row }) => knownOf(row))
  await resyncAfterFailure(transaction, restarted, webhooks)
  await restartDeliveries(transaction, restarted, now)

  const toCancel = planned.filter(({ act }) => act.cancelReason !== null)
  // The reason is the operation's, and so the same for all.
  const reason = toCancel[0]?.act.cancelReason ?? ''
  const cancelled = await cancelDeliveries(
    transaction,
    toCancel.map(({ row }) => knownOf(row)),
    { reason, now },
  )
  await leaveForResync(
    transaction,
    toCancel.map(({ row }) => knownOf(row)),
    { webhooks, resync: 'later', now },
  )
  const ended = planned.filter(({ act }) => act.addsToTarget && act.cancelReason === null)
  const stillEnded = await lockEnded(
    transaction,
    ended.map(({ row }) => row),
  )
  const toAdd = planned
    .filter(({ act, row }) => act.addsToTarget && (cancelled.has(row.id) || stillEnded.has(row.id)))
    .map(({ row }) => row)
  const receiverState =
    targetId === null
      ? []
      : await addDeliveries(transaction, toAdd, { webhookId: targetId, operationId, now })
  const notifiedIds = new Set(receiverState)
  const known = toAdd.filter(({ id }) => cancelled.has(id) && !notifiedIds.has(id))
  if (targetId !== null && known.length > 0) {
    const why = whyNotRerouted(operationId, targetId)
    await transaction.query(SET_REASON, [known.map(({ id }) => id), known.map((row) => row.event_at), why])
  }
  return {
    changedCount: new Set([...restarted.map(({ id }) => id), ...cancelled, ...receiverState]).size,
    cancelledCount: cancelled.size,
    heldCount: planned.filter(({ act }) => act.isHeld).length,
    notifiedCount: receiverState.length,
    alreadyNotifiedCount: toAdd.length - receiverState.length,
  }
}

const SET_REASON = statement<[ids: readonly DeliveryId[], eventAts: readonly Instant[], reason: string]>(`
UPDATE ended_deliveries AS ended SET last_reason = $3 FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
WHERE ended.id = given.id AND ended.event_at = given.at`)

function knownOf(row: FoundRow) {
  const { id, webhook_id: webhookId, subject, event_id: eventId, event_at: eventAt, urgency } = row
  return { id, webhookId, subject, eventId, eventAt, urgency }
}

const FIND_KINDS = statement<EventValues, { id: EventId; kind: Event['kind'] }>(`
SELECT event.id, event.kind FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
CROSS JOIN LATERAL (SELECT id, kind FROM events WHERE id = given.id AND accepted_at = given.at) AS event`)

async function findKinds(
  transaction: Transaction,
  rows: readonly FoundRow[],
): Promise<ReadonlyMap<EventId, Event['kind']>> {
  const found = await transaction.query(FIND_KINDS, eventsOf(rows))
  return new Map(found.rows.map(({ id, kind }) => [id, kind]))
}

// Keeps the event, which stays as long as this delivery.
const LOCK_ENDED = statement<[ids: readonly DeliveryId[], eventAts: readonly Instant[]], { id: DeliveryId }>(`
SELECT ended.id FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
JOIN ended_deliveries AS ended ON ended.id = given.id AND ended.event_at = given.at
ORDER BY ended.id FOR KEY SHARE OF ended`)

async function lockEnded(
  transaction: Transaction,
  rows: readonly FoundRow[],
): Promise<ReadonlySet<DeliveryId>> {
  if (rows.length === 0) return new Set()
  const locked = await transaction.query(LOCK_ENDED, [
    rows.map(({ id }) => id),
    rows.map(({ event_at: at }) => at),
  ])
  return new Set(locked.rows.map(({ id }) => id))
}

// OFFSET 0 has it start from the events: the webhook may have been notified of much else.
const SELECT_RECEIVER_STATES = statement<[...EventValues, webhookId: WebhookId], { id: EventId }>(`
SELECT given.id FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
WHERE EXISTS (
  SELECT FROM (SELECT webhook_id FROM deliveries WHERE event_id = given.id OFFSET 0) AS unfinished
  WHERE webhook_id = $3
) OR EXISTS (
  SELECT FROM (
    SELECT webhook_id, state FROM ended_deliveries WHERE event_at = given.at AND event_id = given.id OFFSET 0
  ) AS ended WHERE webhook_id = $3 AND state = 'delivered'
)`)

/**
 * Creates deliveries for the target, unless it was or will be notified of the event. Returns the ids of these
 * rows.
 */
async function addDeliveries(
  transaction: Transaction,
  rows: readonly FoundRow[],
  {
    webhookId,
    operationId,
    now,
  }: { readonly webhookId: WebhookId; readonly operationId: OperationId; readonly now: Instant },
): Promise<readonly DeliveryId[]> {
  if (rows.length === 0) return []
  const [eventIds, eventTimes] = eventsOf(rows)
  const locked = lockFanOut(transaction, eventIds)
  const { rows: known } = await transaction.query(SELECT_RECEIVER_STATES, [eventIds, eventTimes, webhookId])
  await locked
  const receiverState = new Set(known.map(({ id }) => id))
  const byEvent = new Map(
    rows.filter((row) => !receiverState.has(row.event_id)).map((row) => [row.event_id, row]),
  )
  const added = [...byEvent.values()].map((row): NewDelivery => {
    const { subject, eventId, eventAt, urgency } = knownOf(row)
    return { webhookId, subject, eventId, eventAt, urgency, operationId }
  })
  await insertDeliveries(transaction, added, now)
  return [...byEvent.values()].map(({ id }) => id)
}

function eventsOf(rows: readonly FoundRow[]): EventValues {
  return [rows.map((row) => row.event_id), rows.map((row) => row.event_at)]
}
