import { alertIdOf } from '../../domain/alert/event.ts'
import { fitsEventFilter, isSelective, needsEvent } from '../../domain/filter/delivery-filters.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  chooseAction,
  type DeliveryAction,
  type Operation,
  type OperationCounts,
  type OperationFilter,
  scopeOf,
  whyNotRerouted,
} from '../../domain/operation/operation.ts'
import { toDelivery } from '../rows/delivery-row.ts'
import { type OperationRow, toOperation } from '../rows/operation-row.ts'
import { nextOperation, noteStep, type StepResult } from '../scripts/operations.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { cancelDeliveries, insertDeliveries, restartDeliveries } from './alert-queue.ts'
import type { FoundRow } from './queue-rows.ts'
import type { Known, Rows } from './rows.ts'
import { leaveForResync, refusedRetries } from './receiver-states.ts'

/** Does one step of one running operation, with its progress; null: none is running. */
export function* advanceOperations(
  rows: Rows,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): TransactionScript<Operation | null> {
  if (!(yield* rows.begin('advanceOperations'))) return null
  const row = yield* nextOperation(rows.advanced.lastId)
  if (!row) return null
  // Set before the work: an operation that fails must not block the others.
  rows.advanced.lastId = row.id
  const operation = toOperation(row)
  if (!(yield* rows.isCaughtUp())) return operation
  const known = yield* rows.known()
  const target = row.target_webhook_id === null ? undefined : known.find(row.target_webhook_id)
  const scope = scopeOf(operation, target)
  const step =
    'filter' in scope ? yield* takeStep(rows, row, { filter: scope.filter, known, now, limit }) : scope
  return yield* noteStep(rows, row, { ...step, now })
}

interface Context {
  readonly known: Known
  readonly now: Instant
}

/** Takes the next deliveries that fit, oldest first. The search locks nothing: a faster transaction wins. */
function* takeStep(
  rows: Rows,
  operation: OperationRow,
  { filter, limit, ...context }: Context & { readonly filter: OperationFilter; readonly limit: number },
): TransactionScript<StepResult> {
  const { rows: found, lastId } = yield* rows.nextDeliveries(operation, filter, limit)
  const fitting = yield* selectFitting(rows, filter, found)
  const chosen = yield* chooseActions(rows, operation, fitting, context.known)
  const planned = yield* withoutOldStates(rows, chosen, context.known)
  return { lastId, examinedCount: fitting.length, ...(yield* carryOut(rows, operation, planned, context)) }
}

interface Planned {
  readonly row: FoundRow
  readonly act: DeliveryAction
}

function* selectFitting(
  rows: Rows,
  filter: OperationFilter,
  found: readonly FoundRow[],
): TransactionScript<readonly FoundRow[]> {
  if (!isSelective(filter)) return found
  // A damaged or removed event fits no severity.
  const events = yield* rows.events(found.filter(({ subject }) => needsEvent(filter, subject)))
  return found.filter((row) => fitsEventFilter(filter, row.subject, events.get(row.event_id)))
}

function* chooseActions(
  rows: Rows,
  { id, kind, target_webhook_id: targetId }: OperationRow,
  found: readonly FoundRow[],
  known: Known,
): TransactionScript<readonly Planned[]> {
  const target = targetId === null ? undefined : known.find(targetId)
  const kinds = yield* rows.eventKinds(target ? found : [])
  return found.map((row) => {
    const eventKind = kinds.get(row.event_id)
    const context = { webhook: known.find(row.webhook_id), target, event: eventKind && { kind: eventKind } }
    return { row, act: chooseAction({ id, kind }, toDelivery(row), context) }
  })
}

/** Leaves out deliveries whose state is no longer current. Locks alerts before deliveries, like intake. */
function* withoutOldStates(
  rows: Rows,
  planned: readonly Planned[],
  known: Known,
): TransactionScript<readonly Planned[]> {
  if (!known.areRemembered) return planned
  const changing = planned.filter(({ act }) => act.restarts || act.cancelReason !== null)
  yield* rows.lockAlerts(changing.map(({ row }) => alertIdOf(row.subject)))
  const restarting = planned.filter(({ act }) => act.restarts).map(({ row }) => row)
  const refused = yield* refusedRetries(rows, restarting, known)
  return planned.filter(({ row, act }) => !act.restarts || !refused.has(row))
}

function* carryOut(
  rows: Rows,
  operation: OperationRow,
  planned: readonly Planned[],
  { known, now }: Context,
): TransactionScript<OperationCounts> {
  const restarted = planned.filter(({ act }) => act.restarts).map(({ row }) => row)
  yield* restartDeliveries(rows, restarted, now)

  const toCancel = planned.filter(({ act }) => act.cancelReason !== null)
  const cancelling = toCancel.map(({ row }) => row)
  // The reason is the operation's, so it is the same for all.
  const reason = toCancel[0]?.act.cancelReason ?? ''
  const ended = yield* cancelDeliveries(rows, cancelling, { reason, now })
  const cancelled = new Set(ended.map(({ id }) => id))
  yield* leaveForResync(rows, cancelling, { known, resync: 'later', now })

  const adding = planned.filter(({ act }) => act.addsToTarget)
  const before = adding.filter(({ act }) => act.cancelReason === null).map(({ row }) => row)
  const stillEnded = yield* rows.lockEnded(before)
  const toAdd = adding.map(({ row }) => row).filter(({ id }) => cancelled.has(id) || stillEnded.has(id))
  const added = yield* addDeliveries(rows, toAdd, operation, now)
  const addedIds = new Set(added.map(({ id }) => id))
  const { target_webhook_id: targetId } = operation
  if (targetId !== null) {
    const known = toAdd.filter(({ id }) => cancelled.has(id) && !addedIds.has(id))
    yield* rows.setReason(known, whyNotRerouted(operation.id, targetId))
  }
  return {
    changedCount: new Set([...restarted.map(({ id }) => id), ...cancelled, ...addedIds]).size,
    cancelledCount: cancelled.size,
    heldCount: planned.filter(({ act }) => act.isHeld).length,
    notifiedCount: added.length,
    alreadyNotifiedCount: toAdd.length - added.length,
  }
}

/** Creates deliveries for the target, unless it was or will be notified of the event. Returns of which. */
function* addDeliveries(
  rows: Rows,
  found: readonly FoundRow[],
  { id: operationId, target_webhook_id: webhookId }: OperationRow,
  now: Instant,
): TransactionScript<readonly FoundRow[]> {
  if (webhookId === null || found.length === 0) return []
  const [, notified] = yield* together([rows.lockFanOut(found), rows.reached(found, webhookId)])
  const byEvent = new Map(
    found.filter((row) => !notified.has(row.event_id)).map((row) => [row.event_id, row]),
  )
  const added = [...byEvent.values()]
  yield* insertDeliveries(
    rows,
    added.map((row) => {
      const { subject, event_id, event_at, urgency } = row
      const event = { event_id, ...(event_at !== undefined && { event_at }) }
      return { ...event, webhook_id: webhookId, subject, urgency, operationId }
    }),
    now,
  )
  return added
}
