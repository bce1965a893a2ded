import { useDocumentTitle } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../../api/client.ts'
import { useList } from '../../../api/list.ts'
import type { paths } from '../../../api/schema.ts'
import { useMay } from '../../../api/session.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { RowList } from '../../../ui/list/row-list.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import { isNarrowed, queryOf } from './audit-search.ts'
import type { AuditEntry } from './audit-words.ts'

/** Lists the audit log. */
export function AuditPage() {
  useDocumentTitle('Audit log · Settings · Tocsin')
  return (
    <NeedsRight scope="audit:read" what="the audit log">
      <AuditLog />
    </NeedsRight>
  )
}

type AuditQuery = NonNullable<paths['/v1/audit']['get']['parameters']['query']>

function AuditLog() {
  const search = useSearch({ from: '/shell/settings/audit' })
  // Its words are those that the API knows: the search lets no others through.
  const query = queryOf(search) as AuditQuery
  const list = useList<AuditEntry>(
    ['audit', query],
    (cursor) => take(api.GET('/v1/audit', { params: { query: { ...query, ...(cursor && { cursor }) } } })),
    { isAllowed: useMay('audit:read') },
  )
  return (
    <>
      <AuditFilters search={search} entries={list.items} />
      <RowList
        list={list}
        label="Audit log entries"
        columns="130px 170px minmax(0, 1.4fr) minmax(0, 1fr) 20px"
        heads={['When', 'Who', 'Action', 'Changed', '']}
        empty={
          <EmptyState
            icon={IconHistory}
            title={isNarrowed(search) ? 'No entry matches these filters' : 'No changes yet'}
          >
            This list shows every change of webhooks, tokens and people, and who made it.
          </EmptyState>
        }
      >
        {(entry) => <AuditRow key={entry.id} entry={entry} isOpen={entry.id === search.open} />}
      </RowList>
    </>
  )
}
