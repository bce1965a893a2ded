import type { Database } from 'better-sqlite3'
import type { AuditEntry, NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { HistorySeals } from '../../encryption/history-seals.ts'
import { mapPart, type Part, type Page } from '../../../domain/part.ts'
import { toAuditEntry, toAuditRow, type AuditRow } from '../../rows/audit-row.ts'
import type { AuditFilter } from '../../store.ts'
import {
  between,
  CLOCK_SLACK_MS,
  equals,
  list,
  NO_ID,
  oneOf,
  type Conditions,
} from '../connection/conditions.ts'

/** The log of who did what. Whatever changes something calls `record` in its own transaction. */
export class AuditTable {
  readonly #db: Database
  readonly #sql: ReturnType<typeof prepare>

  readonly #seals: Pick<HistorySeals, 'seal' | 'open'>

  constructor(db: Database, seals: Pick<HistorySeals, 'seal' | 'open'>) {
    this.#db = db
    this.#seals = seals
    this.#sql = prepare(db)
  }

  /** Nothing for undefined: there was no change to tell of. */
  record(entry: NewAuditEntry | undefined): void {
    if (entry === undefined) return
    this.#sql.insert.run(toAuditRow(entry, this.#seals))
  }

  listAudit(filter: AuditFilter, page: Page): Part<AuditEntry> {
    const rows = list<AuditRow>(this.#db, { table: 'audit', conditions: conditionsOf(filter), page })
    return mapPart(rows, (row) => toAuditEntry(row, this.#seals))
  }

  findAudit(id: number): AuditEntry | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && toAuditEntry(row, this.#seals)
  }

  pruneAudit({ madeBefore, limit }: { readonly madeBefore: Instant; readonly limit: number }): number {
    return this.#sql.prune.run(madeBefore, limit).changes
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare<[Omit<AuditRow, 'id'>]>(
      `INSERT INTO audit (at, token_id, user_id, actor_name, address, action, object_type, object_id, object_name, changes, note)
       VALUES (@at, @token_id, @user_id, @actor_name, @address, @action, @object_type, @object_id, @object_name, @changes, @note)`,
    ),
    selectOne: db.prepare<[number], AuditRow>('SELECT * FROM audit WHERE id = ?'),
    prune: db.prepare(
      'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at, id LIMIT ?)',
    ),
  }
}

function conditionsOf(filter: AuditFilter): Conditions {
  const { actions, objectType, objectId, actorName, tokenId, userId, from, until } = filter
  return [
    oneOf('action', actions),
    equals('object_type', objectType),
    equals('object_id', objectId),
    equals('actor_name', actorName),
    equals('token_id', tokenId),
    equals('user_id', userId),
    ...between('at', from, until),
    // Ids grow with time, so a span of time is a span of ids, and a list of long ago need not read what came since.
    from !== undefined && [`id > coalesce((${LAST_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

const FIRST_SINCE = 'SELECT id FROM audit WHERE at >= ? ORDER BY at, id LIMIT 1'
const LAST_BEFORE = 'SELECT id FROM audit WHERE at < ? ORDER BY at DESC, id DESC LIMIT 1'
