import type { AuditEntry, NewAuditEntry } from '../../domain/audit/audit.ts'
import type { AuditId, AuditObjectId, TokenId, UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { HistorySeals } from '../encryption/history-seals.ts'
import type { AssociatedData } from '../encryption/secret-box.ts'
import { readStored } from './stored-json.ts'

export interface AuditRow {
  id: AuditId
  at: Instant
  token_id: TokenId | null
  user_id: UserId | null
  actor_name: string
  address: string | null
  action: AuditEntry['action']
  object_type: AuditEntry['objectType']
  object_id: AuditObjectId | null
  object_name: string | null
  changes: string
  note: string | null
}

/** All but the id. */
export const AUDIT_COLUMNS = [
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
] as const satisfies readonly (keyof AuditRow)[]

export function toAuditRow(entry: NewAuditEntry, seals: Pick<HistorySeals, 'seal'>): Omit<AuditRow, 'id'> {
  const { at, actor, action, objectType, objectId, objectName, changes, note } = entry
  return {
    at,
    token_id: actor.tokenId,
    user_id: actor.userId,
    actor_name: actor.name,
    address: actor.address,
    action,
    object_type: objectType,
    object_id: objectId,
    object_name: objectName,
    changes: seals.seal(JSON.stringify(changes), associatedDataOf({ at, action, objectId })),
    note,
  }
}

export function toAuditEntry(row: AuditRow, seals: Pick<HistorySeals, 'open'>): AuditEntry {
  const { at, action, object_id: objectId } = row
  return {
    id: row.id,
    at,
    actor: {
      tokenId: row.token_id,
      userId: row.user_id,
      name: row.actor_name,
      address: row.address,
    },
    action,
    objectType: row.object_type,
    objectId,
    objectName: row.object_name,
    changes: readStored(seals.open(row.changes, associatedDataOf({ at, action, objectId })) ?? '[]', []),
    note: row.note,
  }
}

/** Its id is known only when it has been written. */
function associatedDataOf({
  at,
  action,
  objectId,
}: Pick<AuditEntry, 'at' | 'action' | 'objectId'>): AssociatedData {
  return ['audit', at, action, objectId ?? 0]
}
