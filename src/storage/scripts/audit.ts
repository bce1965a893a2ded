import type { AuditEntry, NewAuditEntry } from '../../domain/audit/audit.ts'
import type { Instant } from '../../domain/instant.ts'
import type { HistorySeals } from '../encryption/history-seals.ts'
import { AUDIT, toAuditEntry, toAuditRow, type AuditRow } from '../rows/audit-row.ts'
import type { Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, changeLast, one, statement, tryLock } from '../transactions/transaction-script.ts'

export interface AuditSeals {
  readonly historySeals: Pick<HistorySeals, 'seal' | 'open'>
}

/** Writes an audit entry in the transaction of its change; nothing for undefined: nothing changed. */
export function* recordAudit(
  { historySeals }: AuditSeals,
  entry: NewAuditEntry | undefined,
): TransactionScript<void> {
  if (entry !== undefined) yield* change(INSERT, toAuditRow(entry, historySeals))
}

export function auditScripts(seals: AuditSeals): Scripts<'recordAudit' | 'findAudit' | 'pruneAudit'> {
  return {
    recordAudit: (entry) => recordAudit(seals, entry),

    *findAudit(id) {
      const row = yield* one(SELECT, { id })
      return row && toAuditEntry(row, seals.historySeals)
    },

    *pruneAudit({ madeBefore, limit }) {
      return (yield* tryLock('pruneAudit')) ? yield* changeLast(PRUNE, { madeBefore, limit }) : 0
    },
  }
}

const INSERT = statement<Omit<AuditRow, 'id'>>(`INSERT INTO audit ${AUDIT.values}`)
const SELECT = statement<{ id: AuditEntry['id'] }, AuditRow>('SELECT * FROM audit WHERE id = @id')
const PRUNE = statement<{ madeBefore: Instant; limit: number }>(
  'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < @madeBefore ORDER BY at, id LIMIT @limit)',
)
