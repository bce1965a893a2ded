import type { Database } from 'better-sqlite3'
import type { HistorySeals } from '../../encryption/history-seals.ts'
import { AUDIT } from '../../../domain/lists/indexed-lists.ts'
import { mapPage } from '../../../domain/page.ts'
import { toAuditEntry, type AuditRow } from '../../rows/audit-row.ts'
import type { AuditFilter } from '../../store.ts'
import { conditionsOf, list, type Conditions } from '../connection/conditions.ts'
import { CLOCK_SLACK_MS, NO_ID } from '../../transactions/conditions.ts'
import type { SyncMethods } from '../connection/methods.ts'

/** The log of who did what, page by page. */
export function auditListMethods(
  db: Database,
  seals: Pick<HistorySeals, 'open'>,
): Pick<SyncMethods, 'listAudit'> {
  return {
    listAudit(filter, page) {
      const conditions = [...conditionsOf(AUDIT.filters, filter), ...idsBetween(filter)]
      const rows = list<AuditRow>(db, { table: AUDIT.table, conditions, page })
      return mapPage(rows, (row) => toAuditEntry(row, seals))
    },
  }
}

/** Ids grow with time, so a range of times is a range of ids, and a list of long ago need not read what came since. */
function idsBetween({ from, until }: AuditFilter): Conditions {
  return [
    from !== undefined && [`id > coalesce((${LAST_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

const FIRST_SINCE = 'SELECT id FROM audit WHERE at >= ? ORDER BY at, id LIMIT 1'
const LAST_BEFORE = 'SELECT id FROM audit WHERE at < ? ORDER BY at DESC, id DESC LIMIT 1'
