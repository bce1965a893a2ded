import { type Author, SERVICE_ACTOR } from '../../domain/audit/audit.ts'
import { operationEntry } from '../../domain/audit/audit-entries.ts'
import type { List } from '../../domain/filter/filter.ts'
import type { DeliveryId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { OPERATION_FILTERS } from '../../domain/lists/lists.ts'
import {
  type NewOperation,
  type Operation,
  type OperationCounts,
  refuseBadTarget,
  refuseMoreOperations,
  refuseStopping,
  requireOperation,
} from '../../domain/operation/operation.ts'
import { mapPage } from '../../domain/page.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { toOperation, type OperationRow } from '../rows/operation-row.ts'
import { recordAudit, type AuditSeals } from './audit.ts'
import type { Lists } from './history.ts'
import type { NoValues, Scripts, Statement, TransactionScript } from '../transactions/transaction-script.ts'
import { one, statement, takeLock } from '../transactions/transaction-script.ts'
import { columnsAndValues } from '../rows/columns.ts'

const LIST: List = {
  table: 'operations',
  filters: OPERATION_FILTERS,
  indexes: [{ name: 'operations_by_state', filters: ['states'] }],
}

/** Keeps operations; each engine does their steps. */
export function operationScripts(
  deps: AuditSeals & Pick<Lists, 'listRows'>,
): Scripts<'stopOperation' | 'findOperation' | 'listOperations'> {
  return {
    *listOperations(filter, page) {
      const listed = { list: LIST, filter, page, sized: [] }
      return mapPage(yield* deps.listRows<OperationRow>(listed), toOperation)
    },

    *findOperation(id) {
      const row = yield* one(SELECT, { id })
      return row && toOperation(row)
    },

    *stopOperation(id, now, by) {
      refuseStopping(requireOperation(yield* one(SELECT_FOR_CHANGE, { id }), id))
      const stopped = yield* write(END, { id, state: 'stopped', reason: null, now })
      yield* recordAudit(deps, operationEntry('operation.stopped', stopped, { at: now, by }))
      return stopped
    },
  }
}

export interface StartedOperation {
  readonly operation: NewOperation
  /** The first and last delivery that fit; undefined: none does. */
  readonly range: { readonly first: DeliveryId; readonly last: DeliveryId } | undefined
  readonly now: Instant
  readonly by?: Author | undefined
}

export function* startOperation(
  seals: AuditSeals,
  findWebhook: (id: WebhookId) => Webhook | undefined,
  { operation, range, now, by = SERVICE_ACTOR }: StartedOperation,
): TransactionScript<Operation> {
  yield* takeLock('startOperation')
  refuseMoreOperations((yield* one(COUNT_RUNNING, {}))?.count ?? 0)
  refuseBadTarget(operation, findWebhook)
  const fromId = (range?.first ?? 1) - 1
  const row = yield* one(INSERT, {
    kind: operation.kind,
    filter: JSON.stringify(operation.filter),
    target_webhook_id: operation.targetWebhookId,
    state: range ? 'running' : 'done',
    from_id: fromId,
    last_id: fromId,
    up_to_id: range?.last ?? fromId,
    created_at: now,
    finished_at: range ? null : now,
    created_by: by.name,
  })
  const started = toOperation(row!)
  yield* recordAudit(seals, operationEntry('operation.started', started, { at: now, by }))
  return started
}

/** Returns the operation after this one. A stop waits for the end of the step. */
export function* nextOperation(after: OperationId): TransactionScript<OperationRow | undefined> {
  return (yield* one(SELECT_NEXT, { after })) ?? (yield* one(SELECT_NEXT, { after: 0 }))
}

export interface StepResult extends OperationCounts {
  readonly lastId: DeliveryId
  readonly examinedCount: number
}

/** Notes the result of a step, or why it failed; audited if the operation ends. */
export function* noteStep(
  seals: AuditSeals,
  { id, up_to_id: upToId }: Pick<OperationRow, 'id' | 'up_to_id'>,
  step: (StepResult | { readonly failsBecause: string }) & { readonly now: Instant },
): TransactionScript<Operation> {
  const { now } = step
  const isDone = 'lastId' in step && step.lastId >= upToId
  const advanced =
    'lastId' in step
      ? yield* write(ADVANCE, {
          id,
          ...step,
          state: isDone ? 'done' : 'running',
          finishedAt: isDone ? now : null,
        })
      : yield* write(END, { id, state: 'failed', reason: step.failsBecause, now })
  if (advanced.state !== 'running') {
    yield* recordAudit(seals, operationEntry('operation.ended', advanced, { at: now }))
  }
  return advanced
}

function* write<Values extends { readonly id: OperationId }>(
  change: Statement<Values, OperationRow>,
  values: Values,
): TransactionScript<Operation> {
  return toOperation(requireOperation(yield* one(change, values), values.id))
}

/** Removes ended operations, at most `limit`. */
export const PRUNE_OPERATIONS = statement<{ before: Instant; limit: number }>(
  `DELETE FROM operations WHERE id IN (SELECT id FROM operations
   WHERE finished_at IS NOT NULL AND finished_at < @before ORDER BY finished_at LIMIT @limit)`,
)

const GIVEN = [
  'kind',
  'filter',
  'target_webhook_id',
  'state',
  'from_id',
  'up_to_id',
  'last_id',
  'created_at',
  'finished_at',
  'created_by',
] as const

const COUNT_RUNNING = statement<NoValues, { count: number }>(
  "SELECT count(*) AS count FROM operations WHERE state = 'running'",
)
/** An operation begins with counts of 0. */
const INSERT = statement<Pick<OperationRow, (typeof GIVEN)[number]>, OperationRow>(
  `INSERT INTO operations ${columnsAndValues(GIVEN)} RETURNING *`,
)
const SELECT = statement<{ id: OperationId }, OperationRow>('SELECT * FROM operations WHERE id = @id')
const SELECT_FOR_CHANGE = statement<{ id: OperationId }, OperationRow>(
  ({ forUpdate }) => `SELECT * FROM operations WHERE id = @id ${forUpdate}`,
)
const SELECT_NEXT = statement<{ after: OperationId }, OperationRow>(
  ({ forUpdate }) =>
    `SELECT * FROM operations WHERE state = 'running' AND id > @after ORDER BY id LIMIT 1 ${forUpdate}`,
)
const ADVANCE = statement<
  StepResult & { id: OperationId; state: OperationRow['state']; finishedAt: Instant | null },
  OperationRow
>(
  `UPDATE operations SET last_id = @lastId, examined_count = examined_count + @examinedCount,
     changed_count = changed_count + @changedCount, skipped_count = skipped_count + @examinedCount - @changedCount,
     cancelled_count = cancelled_count + @cancelledCount, held_count = held_count + @heldCount,
     notified_count = notified_count + @notifiedCount, already_notified_count = already_notified_count + @alreadyNotifiedCount,
     state = @state, finished_at = @finishedAt
   WHERE id = @id RETURNING *`,
)
const END = statement<
  { id: OperationId; state: OperationRow['state']; reason: string | null; now: Instant },
  OperationRow
>('UPDATE operations SET state = @state, reason = @reason, finished_at = @now WHERE id = @id RETURNING *')
