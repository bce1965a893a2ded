import { SERVICE_ACTOR, type Author } from '../../../domain/audit/audit.ts'
import { operationEntry } from '../../../domain/audit/audit-entries.ts'
import type { DeliveryFilter } from '../../../domain/delivery/delivery.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  scopeOf,
  type NewOperation,
  type Operation,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import {
  refuseBadTarget,
  refuseMoreOperations,
  refuseStopping,
  requireOperation,
} from '../../../domain/operation/operation-refusals.ts'
import { toOperation, type OperationRow } from '../../rows/operation-row.ts'
import type { Page } from '../../../domain/part.ts'
import type { OperationListFilter, StoreVerbs } from '../../store.ts'
import { recordAudit } from '../people/audit.ts'
import type { Database, Transaction } from '../connection/database.ts'
import { findDeliverySpan } from '../history/delivery-lists.ts'
import { deliveryPaths } from '../history/delivery-paths.ts'
import { takeStep, type StepContext } from './operation-step.ts'
import type { Parts } from '../parts/parts.ts'
import { join, NO_ID, numbered, oneOf, where, type Piece } from '../connection/pieces.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from '../connection/locks.ts'
import { beginUpkeep } from '../cluster/upkeep-lock.ts'
import { mergeWalks } from '../history/walk.ts'

const INSERT = `INSERT INTO operations
  (kind, filter, target_webhook_id, state, from_id, up_to_id, last_id, created_at, finished_at, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9) RETURNING *`
const SELECT_LOCKED = 'SELECT * FROM operations WHERE id = $1 FOR UPDATE'
const SELECT_NEXT =
  "SELECT * FROM operations WHERE state = 'running' AND id > $1 ORDER BY id LIMIT 1 FOR UPDATE"
const ADVANCE = `UPDATE operations SET last_id = $2, examined_count = examined_count + $3,
  changed_count = changed_count + $4, skipped_count = skipped_count + $3 - $4, state = $5, finished_at = $6,
  cancelled_count = cancelled_count + $7, held_count = held_count + $8, told_count = told_count + $9,
  already_told_count = already_told_count + $10
  WHERE id = $1 RETURNING *`
const END = 'UPDATE operations SET state = $2, reason = $3, finished_at = $4 WHERE id = $1 RETURNING *'

/** What is done to many deliveries, step by step. A step and its progress are one transaction. */
export function operationVerbs(
  parts: Parts,
): Pick<
  StoreVerbs,
  'startOperation' | 'stopOperation' | 'findOperation' | 'listOperations' | 'advanceOperations'
> {
  const { database } = parts
  /** Whose turn it was last, on this node. */
  let lastAdvanced = 0
  return {
    startOperation: (operation, now, by = SERVICE_ACTOR) => start(parts, operation, { now, by }),

    stopOperation: (id, now, by = SERVICE_ACTOR) => stop(parts, id, { now, by }),

    async findOperation(id) {
      const [row] = await database.read<OperationRow>('SELECT * FROM operations WHERE id = $1', [id])
      return row && toOperation(row)
    },

    async listOperations(filter, page) {
      const rows = await database.readOnce<OperationRow>(...numbered(listOf(filter, page)))
      return rows.map(toOperation)
    },

    advanceOperations(step) {
      const after = lastAdvanced
      return database.transaction(async (transaction) => {
        if (!(await beginUpkeep(transaction, 'advanceOperations'))) return undefined
        const row = (await selectNext(transaction, after)) ?? (await selectNext(transaction, 0))
        if (!row) return undefined
        // Before the work: an operation that cannot be advanced must not keep the others from their turn.
        lastAdvanced = row.id
        return advance(parts, transaction, { ...step, row })
      })
    },
  }
}

interface When {
  readonly now: Instant
  readonly by: Author
}

async function start(parts: Parts, operation: NewOperation, { now, by }: When): Promise<Operation> {
  const { database, webhooks } = parts
  const span = await findEnds(database, operation.filter)
  const fromId = (span?.first ?? 1) - 1
  return database.transaction(async (transaction) => {
    const byId = await webhooks.all(transaction)
    await transaction.query(
      `SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.startOperation})`,
    )
    refuseMoreOperations(await countRunning(transaction))
    refuseBadTarget(operation, (id) => byId.get(id))
    const started = await write(transaction, INSERT, [
      operation.kind,
      JSON.stringify(operation.filter),
      operation.targetWebhookId,
      span ? 'running' : 'done',
      fromId,
      span?.last ?? fromId,
      now,
      span ? null : now,
      by.name,
    ])
    await recordAudit(transaction, parts, operationEntry('operation.started', started, { at: now, by }))
    return started
  })
}

function stop(parts: Parts, id: number, { now, by }: When): Promise<Operation> {
  return parts.database.transaction(
    async (transaction) => {
      const { rows } = await transaction.query<OperationRow>(SELECT_LOCKED, [id])
      refuseStopping(requireOperation(rows[0], id))
      const stopped = await write(transaction, END, [id, 'stopped', null, now])
      await recordAudit(transaction, parts, operationEntry('operation.stopped', stopped, { at: now, by }))
      return stopped
    },
    { lock: 'none' },
  )
}

function listOf({ states }: OperationListFilter, { before = NO_ID, limit }: Page): Piece {
  return join(
    [
      ['SELECT * FROM operations'],
      where([oneOf('state', states), ['id < ?', before]]),
      ['ORDER BY id DESC LIMIT ?', limit],
    ],
    ' ',
  )
}

/** Its next step, or its end. */
async function advance(
  parts: Parts,
  transaction: Transaction,
  { row, now, limit }: { readonly row: OperationRow; readonly now: Instant; readonly limit: number },
): Promise<Operation> {
  const webhooks = await parts.webhooks.all(transaction)
  const target = row.target_webhook_id === null ? undefined : webhooks.get(row.target_webhook_id)
  const scope = scopeOf(toOperation(row), target)
  const advanced =
    'filter' in scope
      ? await step(row, scope.filter, { transaction, webhooks, now, limit })
      : await write(transaction, END, [row.id, 'failed', scope.failsBecause, now])
  if (advanced.state !== 'running') {
    await recordAudit(transaction, parts, operationEntry('operation.ended', advanced, { at: now }))
  }
  return advanced
}

async function step(row: OperationRow, filter: OperationFilter, context: StepContext): Promise<Operation> {
  const { lastId, examinedCount, ...done } = await takeStep(row, filter, context)
  const isDone = lastId >= row.up_to_id
  return write(context.transaction, ADVANCE, [
    row.id,
    lastId,
    examinedCount,
    done.changedCount,
    isDone ? 'done' : 'running',
    isDone ? context.now : null,
    done.cancelledCount,
    done.heldCount,
    done.toldCount,
    done.alreadyToldCount,
  ])
}

async function countRunning(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    "SELECT count(*) FROM operations WHERE state = 'running'",
  )
  return rows[0]?.count ?? 0
}

/** Locked: who stops it waits for the end of its step. */
async function selectNext(transaction: Transaction, after: number): Promise<OperationRow | undefined> {
  return (await transaction.query<OperationRow>(SELECT_NEXT, [after])).rows[0]
}

async function write(
  transaction: Transaction,
  text: string,
  values: readonly (string | number | null)[],
): Promise<Operation> {
  const { rows } = await transaction.query<OperationRow>(text, values)
  return toOperation(requireOperation(rows[0], Number(values[0])))
}

/** The first and last id that fit; undefined: none does. */
async function findEnds(
  database: Pick<Database, 'list'>,
  filter: DeliveryFilter,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const ids = await findDeliverySpan(database, filter)
  const [first, last] = await Promise.all(
    (['ASC', 'DESC'] as const).map(async (direction) => {
      const paths = deliveryPaths({ filter, ids, limit: 1, direction })
      const [row] = await database.list<{ id: number }>(...numbered(mergeWalks(paths, direction, 1)))
      return row?.id
    }),
  )
  return first === undefined || last === undefined ? undefined : { first, last }
}
