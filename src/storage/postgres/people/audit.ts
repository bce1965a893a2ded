import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import { mapPart, type Page } from '../../../domain/part.ts'
import { toAuditEntry, toAuditRow, type AuditRow } from '../../rows/audit-row.ts'
import type { AuditFilter, StoreVerbs } from '../../store.ts'
import type { Transaction } from '../connection/database.ts'
import { findIdSpan } from '../history/id-bounds.ts'
import type { Parts } from '../parts/parts.ts'
import { between, equals, NO_ID, numbered, oneOf, type Piece, type Pieces } from '../connection/pieces.ts'
import { readPart, sizedList, type Sized } from '../history/sized-list.ts'
import { beginUpkeep } from '../cluster/upkeep-lock.ts'
import { mergeWalks, walk, type IdSpan, type Walk } from '../history/walk.ts'

const COLUMNS = [
  'at',
  'token_id',
  'user_id',
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
        async (transaction) => {
          if (!(await beginUpkeep(transaction, 'pruneAudit'))) return 0
          return (await transaction.queryLast(PRUNE, [madeBefore, limit])).count
        },
        { lock: 'none' },
      ),

    async listAudit(filter, page) {
      if (filter.actions?.length === 0) return []
      const span = await findIdSpan(database, 'audit', filter)
      const paths = pathsOf(filter, page, span)
      const list = sizedList(mergeWalks(paths, 'DESC', page.limit), page, ['changes', 'note'])
      const rows = readPart(await database.list<AuditRow & Sized>(...numbered(list)))
      return mapPart(rows, (row) => toAuditEntry(row, historySeals))
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

/** Each walks through the index of one filter; what that does not say is looked at on the way. */
function pathsOf(filter: AuditFilter, { before = NO_ID, limit }: Page, span: IdSpan): readonly Piece[] {
  const ids = { after: span.after, before: Math.min(span.before, before) }
  return prefixesOf(filter).map((prefix) => {
    const conditions = conditionsOf(
      filter,
      prefix.map(([column]) => column),
    )
    return walk({ table: 'audit', columns: '*', prefix, ids, conditions, limit }, 'DESC')
  })
}

/** `led`: the columns that the walk is along. To say them again would let the planner take another index. */
function conditionsOf(filter: AuditFilter, led: readonly string[]): Pieces {
  const { actions, objectType, objectId, actorName, tokenId, userId, from, until } = filter
  const given = [
    ['action', oneOf('action', actions)],
    ['object_type', equals('object_type', objectType)],
    ['object_id', equals('object_id', objectId)],
    ['actor_name', equals('actor_name', actorName)],
    ['token_id', equals('token_id', tokenId)],
    ['user_id', equals('user_id', userId)],
  ] as const
  return [
    ...between('at', from, until),
    ...given.flatMap(([column, piece]) => (led.includes(column) ? [] : [piece])),
    // Said in these words the partial indexes can be used.
    tokenId !== undefined && (['token_id IS NOT NULL'] as const),
    userId !== undefined && (['user_id IS NOT NULL'] as const),
  ]
}

function prefixesOf(filter: AuditFilter): readonly Walk['prefix'][] {
  const { actions, objectType, objectId, actorName, tokenId, userId } = filter
  if (objectType !== undefined && objectId !== undefined) {
    const type = ['object_type', objectType] as const
    return [[type, ['object_id', objectId]]]
  }
  if (tokenId !== undefined) return [[['token_id', tokenId]]]
  if (userId !== undefined) return [[['user_id', userId]]]
  if (actorName !== undefined) return [[['actor_name', actorName]]]
  if (actions !== undefined) return [...new Set(actions)].map((action) => [['action', action]])
  return objectType === undefined ? [[]] : [[['object_type', objectType]]]
}
