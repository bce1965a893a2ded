import type { AuditEntry, NewAuditEntry } from '../../domain/audit/audit.ts'
import type { AuditId, AuditObjectId, TokenId, UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { HistorySeals } from '../encryption/history-seals.ts'
import type { AssociatedData } from '../encryption/secret-box.ts'
import { readStored, type RowOf, tableOf, text, whole } from './columns.ts'

const COLUMNS = {
  id: whole<AuditId>(),
  at: whole<Instant>(),
  token_id: whole<TokenId | null>(),
  user_id: whole<UserId | null>(),
  actor_name: text(),
  address: text<string | null>(),
  action: text<AuditEntry['action']>(),
  object_type: text<AuditEntry['objectType']>(),
  object_id: whole<AuditObjectId | null>(),
  object_name: text<string | null>(),
  /** Sealed JSON. */
  changes: text(),
  note: text<string | null>(),
}

export const AUDIT = tableOf(COLUMNS)
export type AuditRow = RowOf<typeof COLUMNS>

export function toAuditRow(entry: NewAuditEntry, seals: Pick<HistorySeals, 'seal'>): Omit<AuditRow, 'id'> {
  const { actor, ...written } = entry
  const changes = seals.seal(JSON.stringify(entry.changes), associatedDataOf(entry))
  return AUDIT.toRow({ ...written, ...actor, actorName: actor.name, changes })
}

export function toAuditEntry(row: AuditRow, seals: Pick<HistorySeals, 'open'>): AuditEntry {
  const { tokenId, userId, actorName, address, changes, ...entry } = AUDIT.fromRow(row)
  const opened = seals.open(changes, associatedDataOf(entry)) ?? '[]'
  return {
    ...entry,
    actor: { tokenId, userId, name: actorName, address },
    changes: readStored<AuditEntry['changes']>(opened, []).map((change) =>
      entry.objectType === 'webhook' && change.field === FORMER_TAGS ? { ...change, field: 'tags' } : change,
    ),
  }
}

/** The name of webhook tags in older entries. */
const FORMER_TAGS = 'labels'

/** The id is left out: it is known only after the insert. */
function associatedDataOf({
  at,
  action,
  objectId,
}: Pick<AuditEntry, 'at' | 'action' | 'objectId'>): AssociatedData {
  return ['audit', at, action, objectId ?? 0]
}
