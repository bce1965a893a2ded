import { mapPage, type PageRequest } from '../../../domain/page.ts'
import { toAuditEntry, type AuditRow } from '../../rows/audit-row.ts'
import type { AuditFilter, StoreMethods } from '../../store.ts'
import { findIdRange } from './id-bounds.ts'
import type { Deps } from '../node-memory/deps.ts'
import { numbered, oneOf, type Piece, type Pieces } from '../connection/pieces.ts'
import { between, equals, NO_ID } from '../../transactions/conditions.ts'
import { readPage, sizedList, type Sized } from './sized-list.ts'
import { mergeScans, scan, type IdRange, type KeysetScan } from './keyset-scan.ts'

/** The log of who did what, page by page. */
export function auditListMethods({ database, historySeals }: Deps): Pick<StoreMethods, 'listAudit'> {
  return {
    async listAudit(filter, page) {
      if (filter.actions?.length === 0) return []
      const range = await findIdRange(database, 'audit', filter)
      const paths = pathsOf(filter, page, range)
      const list = sizedList(mergeScans(paths, 'DESC', page.limit), page, ['changes', 'note'])
      const rows = readPage(await database.list<AuditRow & Sized>(...numbered(list)))
      return mapPage(rows, (row) => toAuditEntry(row, historySeals))
    },
  }
}

/** Each walks through the index of one filter; what that does not say is looked at on the way. */
function pathsOf(
  filter: AuditFilter,
  { before = NO_ID, limit }: PageRequest,
  range: IdRange,
): readonly Piece[] {
  const ids = { after: range.after, before: Math.min(range.before, before) }
  return prefixesOf(filter).map((prefix) => {
    const conditions = conditionsOf(
      filter,
      prefix.map(([column]) => column),
    )
    return scan({ table: 'audit', columns: '*', prefix, ids, conditions, limit }, 'DESC')
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

function prefixesOf(filter: AuditFilter): readonly KeysetScan['prefix'][] {
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
