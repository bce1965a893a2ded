import type { NewAuditEntry } from '../../domain/audit.ts'
import { toAuditEntry, toAuditRow, type AuditRow } from '../rows/audit-row.ts'
import type { AuditFilter, Page, StoreVerbs } from '../store.ts'
import type { Transaction, Value } from './database.ts'
import { CLOCK_SLACK_MS } from './id-bounds.ts'
import type { Parts } from './parts.ts'
import { NO_ID } from './pieces.ts'

const COLUMNS = [
  'at',
  'token_id',
  'actor_name',
  'address',
  'action',
  'object_type',
  'object_id',
  'object_name',
  'changes',
  'note',
] as const

const INSERT = `INSERT INTO audit (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`
const PRUNE = 'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < $1 ORDER BY at, id LIMIT $2)'

export function auditVerbs(
  parts: Parts,
): Pick<StoreVerbs, 'recordAudit' | 'pruneAudit' | 'listAudit' | 'findAudit'> {
  const { database, historySeals } = parts
  return {
    recordAudit: (entry) =>
      database.transaction((transaction) => recordAudit(transaction, parts, entry), { lock: 'none' }),

    pruneAudit: ({ madeBefore, limit }) =>
      database.transaction(
        async (transaction) => (await transaction.queryLast(PRUNE, [madeBefore, limit])).count,
        { lock: 'none' },
      ),

    async listAudit(filter, page) {
      const { text, values } = listQuery(filter, page)
      const rows = await database.readOnce<AuditRow>(text, values)
      return rows.map((row) => toAuditEntry(row, historySeals))
    },

    async findAudit(id) {
      const [row] = await database.read<AuditRow>('SELECT * FROM audit WHERE id = $1', [id])
      return row && toAuditEntry(row, historySeals)
    },
  }
}

/**
 * Whatever changes something calls it in its own transaction. Nothing for undefined: there was no change to tell of.
 * It need not be awaited before other statements are sent.
 */
export async function recordAudit(
  transaction: Transaction,
  { historySeals }: Pick<Parts, 'historySeals'>,
  entry: NewAuditEntry | undefined,
): Promise<void> {
  if (entry === undefined) return
  const row = toAuditRow(entry, historySeals)
  await transaction.query(
    INSERT,
    COLUMNS.map((column) => row[column]),
  )
}

const LAST_BEFORE = 'SELECT id FROM audit WHERE at < ? ORDER BY at DESC, id DESC LIMIT 1'
const FIRST_SINCE = 'SELECT id FROM audit WHERE at >= ? ORDER BY at, id LIMIT 1'

/** Put together anew each time, so that only what is asked for decides which index is read. */
function listQuery(filter: AuditFilter, { before, limit }: Page) {
  const { actions, objectType, objectId, actorName, tokenId, from, until } = filter
  const conditions: readonly (readonly [sql: string, value: Value | undefined])[] = [
    ['action = ANY(?)', actions],
    ['object_type = ?', objectType],
    ['object_id = ?', objectId],
    ['actor_name = ?', actorName],
    ['token_id = ?', tokenId],
    ['at >= ?', from],
    ['at < ?', until],
    // Ids grow with time, so a span of time is a span of ids, and a list of long ago need not read what came since.
    [`id > coalesce((${LAST_BEFORE}), 0)`, from === undefined ? from : from - CLOCK_SLACK_MS],
    [`id < coalesce((${FIRST_SINCE}), ${NO_ID})`, until === undefined ? until : until + CLOCK_SLACK_MS],
    ['id < ?', before],
  ]
  const wanted = conditions.filter((condition): condition is [string, Value] => condition[1] !== undefined)
  const where = wanted.map(([sql], index) => sql.replace('?', `$${index + 1}`)).join(' AND ')
  return {
    text: `SELECT * FROM audit ${where === '' ? '' : `WHERE ${where}`} ORDER BY id DESC LIMIT ${Number(limit)}`,
    values: wanted.map(([, value]) => value),
  }
}
