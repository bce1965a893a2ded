import type { Database } from 'better-sqlite3'
import type { AuditEntry, NewAuditEntry } from '../../domain/audit.ts'
import type { Instant } from '../../domain/instant.ts'
import type { AuditFilter, Page } from '../store.ts'
import type { Place } from '../secret-box.ts'
import { between, CLOCK_SLACK_MS, equals, list, NO_ID, oneOf, type Conditions } from './conditions.ts'
import type { HistorySeals } from './history-seals.ts'

interface AuditRow {
  id: number
  at: number
  token_id: number | null
  actor_name: string
  address: string | null
  action: AuditEntry['action']
  object_type: AuditEntry['objectType']
  object_id: number | null
  object_name: string | null
  changes: string
  note: string | null
}

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
    const { at, actor, action, objectType, objectId, objectName, changes, note } = entry
    this.#sql.insert.run({
      at,
      token_id: actor.tokenId,
      actor_name: actor.name,
      address: actor.address,
      action,
      object_type: objectType,
      object_id: objectId,
      object_name: objectName,
      changes: this.#seals.seal(JSON.stringify(changes), placeOf({ at, action, objectId })),
      note,
    })
  }

  listAudit(filter: AuditFilter, page: Page): readonly AuditEntry[] {
    return list<AuditRow>(this.#db, { table: 'audit', conditions: conditionsOf(filter), page }).map((row) =>
      this.#toEntry(row),
    )
  }

  findAudit(id: number): AuditEntry | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && this.#toEntry(row)
  }

  #toEntry(row: AuditRow): AuditEntry {
    const { at, action, object_id: objectId } = row
    return {
      ...toEntry(row),
      changes: JSON.parse(this.#seals.open(row.changes, placeOf({ at, action, objectId })) ?? '[]'),
    }
  }

  pruneAudit({ madeBefore, limit }: { readonly madeBefore: Instant; readonly limit: number }): number {
    return this.#sql.prune.run(madeBefore, limit).changes
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare<[Omit<AuditRow, 'id'>]>(
      `INSERT INTO audit (at, token_id, actor_name, address, action, object_type, object_id, object_name, changes, note)
       VALUES (@at, @token_id, @actor_name, @address, @action, @object_type, @object_id, @object_name, @changes, @note)`,
    ),
    selectOne: db.prepare<[number], AuditRow>('SELECT * FROM audit WHERE id = ?'),
    prune: db.prepare(
      'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at, id LIMIT ?)',
    ),
  }
}

function conditionsOf(filter: AuditFilter): Conditions {
  const { actions, objectType, objectId, actorName, tokenId, from, until } = filter
  return [
    oneOf('action', actions),
    equals('object_type', objectType),
    equals('object_id', objectId),
    equals('actor_name', actorName),
    equals('token_id', tokenId),
    ...between('at', from, until),
    // Ids grow with time, so a span of time is a span of ids, and a list of long ago need not read what came since.
    from !== undefined && [`id > coalesce((${LAST_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

const FIRST_SINCE = 'SELECT id FROM audit WHERE at >= ? ORDER BY at, id LIMIT 1'
const LAST_BEFORE = 'SELECT id FROM audit WHERE at < ? ORDER BY at DESC, id DESC LIMIT 1'

/** Its id is known only when it has been written. */
function placeOf({ at, action, objectId }: Pick<AuditEntry, 'at' | 'action' | 'objectId'>): Place {
  return ['audit', at, action, objectId ?? 0]
}

function toEntry(row: AuditRow): Omit<AuditEntry, 'changes'> {
  return {
    id: row.id,
    at: row.at,
    actor: { tokenId: row.token_id, name: row.actor_name, address: row.address },
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    note: row.note,
  }
}
