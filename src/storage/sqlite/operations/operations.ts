import type { Database } from 'better-sqlite3'
import { SERVICE_ACTOR, type Author } from '../../../domain/audit/audit.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  actOn,
  NOTHING_DONE,
  whyNotRerouted,
  scopeOf,
  type NewOperation,
  type Operation,
  type OperationCounts,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import {
  refuseBadTarget,
  refuseMoreOperations,
  refuseStopping,
  requireOperation,
} from '../../../domain/operation/operation-refusals.ts'
import { fitsTold, needsEvent } from '../../../domain/routing/told-filter.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toOperation, type OperationRow } from '../../rows/operation-row.ts'
import type { Page } from '../../../domain/part.ts'
import type { OperationListFilter } from '../../store.ts'
import { list, oneOf } from '../connection/conditions.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { DeliveryLine } from '../queue/delivery-line.ts'
import { findIdSpan, walkDeliveries } from '../history/delivery-lists.ts'
import type { Settling } from '../settling/settling.ts'
import type { SyncVerbs } from '../connection/verbs.ts'

interface OperationParts {
  readonly line: DeliveryLine
  readonly settling: Pick<Settling, 'isDone' | 'goneIds'>
  readonly findWebhook: (id: number) => Webhook | undefined
  readonly findEvent: (id: number) => Event | undefined
}

/** What is done to many deliveries, step by step. A step and its progress are one transaction. */
export class OperationTable {
  readonly #db: Database
  readonly #sql: ReturnType<typeof prepare>
  readonly #parts: OperationParts
  /** Whose turn it was last. */
  #lastAdvanced = 0

  constructor(db: Database, parts: OperationParts) {
    this.#db = db
    this.#sql = prepare(db)
    this.#parts = parts
  }

  /** As the engine has them. */
  verbs(): Pick<
    SyncVerbs,
    'startOperation' | 'stopOperation' | 'findOperation' | 'listOperations' | 'advanceOperations'
  > {
    return {
      startOperation: (operation, now, by) => this.startOperation(operation, now, by),
      stopOperation: (id, now) => this.stopOperation(id, now),
      findOperation: (id) => this.findOperation(id),
      listOperations: (filter, page) => this.listOperations(filter, page),
      advanceOperations: (step) => this.advanceOperations(step),
    }
  }

  startOperation(operation: NewOperation, now: Instant, by: Author = SERVICE_ACTOR): Operation {
    const { kind, filter, targetWebhookId } = operation
    refuseMoreOperations(this.#sql.countRunning.get() ?? 0)
    refuseBadTarget(operation, this.#parts.findWebhook)
    const span = findIdSpan(this.#db, filter, this.#parts.settling.goneIds())
    const fromId = (span?.first ?? 1) - 1
    const { lastInsertRowid } = this.#sql.insert.run({
      kind,
      filter: JSON.stringify(filter),
      target_webhook_id: targetWebhookId,
      from_id: fromId,
      up_to_id: span?.last ?? fromId,
      created_at: now,
      created_by: by.name,
    })
    const id = Number(lastInsertRowid)
    if (!span) this.#sql.end.run('done', null, now, id)
    return toOperation(this.#require(id))
  }

  stopOperation(id: number, now: Instant): Operation {
    const row = this.#require(id)
    refuseStopping(row)
    this.#sql.end.run('stopped', null, now, id)
    return toOperation(this.#require(id))
  }

  findOperation(id: number): Operation | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && toOperation(row)
  }

  listOperations({ states }: OperationListFilter, page: Page): readonly Operation[] {
    const conditions = [oneOf('state', states)]
    return list<OperationRow>(this.#db, { table: 'operations', conditions, page }).map(toOperation)
  }

  advanceOperations({
    now,
    limit,
  }: {
    readonly now: Instant
    readonly limit: number
  }): Operation | undefined {
    const row = this.#sql.selectNext.get(this.#lastAdvanced) ?? this.#sql.selectNext.get(0)
    if (!row) return undefined
    // Before the work: an operation that cannot be advanced must not keep the others from their turn.
    this.#lastAdvanced = row.id
    const operation = toOperation(row)
    // It finds deliveries by what is written: that is to be what they are, which takes moments only.
    if (!this.#parts.settling.isDone) return operation
    const target = row.target_webhook_id === null ? undefined : this.#parts.findWebhook(row.target_webhook_id)
    const scope = scopeOf(operation, target)
    if ('filter' in scope) this.#step(row, scope.filter, { now, limit })
    else this.#sql.end.run('failed', scope.failsBecause, now, row.id)
    return toOperation(this.#require(row.id))
  }

  #step(
    row: OperationRow,
    filter: OperationFilter,
    { now, limit }: { readonly now: Instant; readonly limit: number },
  ): void {
    const { id, last_id: after, up_to_id: upToId } = row
    const { rows, lastId } = walkDeliveries(this.#db, filter, { after, upToId, limit })
    const fitting = rows.filter((delivery) => this.#fits(filter, delivery))
    const done = fitting.map((delivery) => this.#act(row, delivery.id, now)).reduce(addCounts, NOTHING_DONE)
    const skippedCount = fitting.length - done.changedCount
    this.#sql.advance.run({ ...done, id, lastId, examinedCount: fitting.length, skippedCount })
    if (lastId >= upToId) this.#sql.end.run('done', null, now, id)
  }

  #fits(filter: OperationFilter, { subject, event_id: eventId }: DeliveryRow): boolean {
    const event = needsEvent(filter, subject) ? this.#parts.findEvent(eventId) : undefined
    return fitsTold(filter, subject, event)
  }

  #act(
    { id, kind, target_webhook_id: targetId }: OperationRow,
    deliveryId: number,
    now: Instant,
  ): OperationCounts {
    const { findWebhook, findEvent, line } = this.#parts
    // Read anew: an earlier one of this step may have let it take its turn.
    const delivery = this.#sql.selectDelivery.get(deliveryId)
    if (!delivery) return NOTHING_DONE
    const target = targetId === null ? undefined : findWebhook(targetId)
    const { restarts, isHeld, cancelReason, tellsTarget } = actOn({ id, kind }, toDelivery(delivery), {
      webhook: findWebhook(delivery.webhook_id),
      target,
      event: target && findEvent(delivery.event_id),
    })
    if (restarts) line.restart(delivery, now)
    const wasTold = tellsTarget && target !== undefined && this.#isTold(delivery.event_id, target.id)
    if (cancelReason !== null) {
      line.cancel(delivery, wasTold ? whyNotRerouted(id, target.id) : cancelReason, now)
    }
    const isTold = tellsTarget && target !== undefined && !wasTold
    if (isTold) {
      const { event_id: eventId, subject } = delivery
      line.insert({ eventId, webhookId: target.id, subject, operationId: id }, now)
    }
    return {
      changedCount: Number(restarts || cancelReason !== null || isTold),
      cancelledCount: Number(cancelReason !== null),
      heldCount: Number(isHeld),
      toldCount: Number(isTold),
      alreadyToldCount: Number(wasTold),
    }
  }

  #isTold(eventId: number, webhookId: number): boolean {
    return this.#sql.selectTold.get(eventId, webhookId) !== undefined
  }

  #require(id: number): OperationRow {
    return requireOperation(this.#sql.selectOne.get(id), id)
  }
}

function addCounts(sum: OperationCounts, more: OperationCounts): OperationCounts {
  return {
    changedCount: sum.changedCount + more.changedCount,
    cancelledCount: sum.cancelledCount + more.cancelledCount,
    heldCount: sum.heldCount + more.heldCount,
    toldCount: sum.toldCount + more.toldCount,
    alreadyToldCount: sum.alreadyToldCount + more.alreadyToldCount,
  }
}

function prepare(db: Database) {
  return {
    countRunning: db.prepare<[], number>("SELECT count(*) FROM operations WHERE state = 'running'").pluck(),
    insert: db.prepare(
      `INSERT INTO operations (kind, filter, target_webhook_id, state, from_id, up_to_id, last_id, created_at, created_by)
       VALUES (@kind, @filter, @target_webhook_id, 'running', @from_id, @up_to_id, @from_id, @created_at, @created_by)`,
    ),
    selectOne: db.prepare<[number], OperationRow>('SELECT * FROM operations WHERE id = ?'),
    selectNext: db.prepare<[number], OperationRow>(
      "SELECT * FROM operations WHERE state = 'running' AND id > ? ORDER BY id LIMIT 1",
    ),
    advance: db.prepare(
      `UPDATE operations SET last_id = @lastId, examined_count = examined_count + @examinedCount,
         changed_count = changed_count + @changedCount, skipped_count = skipped_count + @skippedCount,
         cancelled_count = cancelled_count + @cancelledCount, held_count = held_count + @heldCount,
         told_count = told_count + @toldCount, already_told_count = already_told_count + @alreadyToldCount
       WHERE id = @id`,
    ),
    end: db.prepare('UPDATE operations SET state = ?, reason = ?, finished_at = ? WHERE id = ?'),
    selectDelivery: db.prepare<[number], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    // The planner would rather search all that the webhook still has to be told.
    selectTold: db.prepare(
      `SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? AND (finished_at IS NULL OR state = 'delivered') LIMIT 1`,
    ),
  }
}
