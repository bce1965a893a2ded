import { AUDIT } from '../../../domain/lists/indexed-lists.ts'
import { mapPage } from '../../../domain/page.ts'
import { toAuditEntry, type AuditRow } from '../../rows/audit-row.ts'
import type { StoreMethods } from '../../store.ts'
import { findIdRange } from './id-bounds.ts'
import type { Deps } from '../node-memory/deps.ts'
import { numbered } from '../connection/pieces.ts'
import { readPage, sizedList, type Sized } from './sized-list.ts'
import { idsOf, mergeScans, scansOf } from './keyset-scan.ts'

/** The log of who did what, page by page. */
export function auditListMethods({ database, historySeals }: Deps): Pick<StoreMethods, 'listAudit'> {
  return {
    async listAudit(filter, page) {
      if (filter.actions?.length === 0) return []
      const range = await findIdRange(database, 'audit', filter)
      const scans = scansOf(AUDIT, filter, idsOf(page, range))
      const list = sizedList(mergeScans(scans, 'DESC', page.limit), page, ['changes', 'note'])
      const rows = readPage(await database.list<AuditRow & Sized>(...numbered(list)))
      return mapPage(rows, (row) => toAuditEntry(row, historySeals))
    },
  }
}
