import { useDocumentTitle } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../../api/client.ts'
import type { paths } from '../../../api/schema.ts'
import type { HistoryFilter } from '../../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../../ui/history/history-page.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AuditRow } from './audit-row.tsx'
import { isNarrowed, queryOf, type AuditSearch } from './audit-search.ts'
import { ACTIONS, labelOfAction, OBJECTS, type AuditEntry } from './audit-words.ts'

type AuditQuery = NonNullable<paths['/v1/audit']['get']['parameters']['query']>

/** Lists the audit log. */
export function AuditPage() {
  useDocumentTitle('Audit log · Settings · Tocsin')
  const search = useSearch({ from: '/shell/settings/audit' })
  // Its words are those that the API knows: the search lets no others through.
  const query = queryOf(search) as AuditQuery
  return (
    <HistoryPage<AuditSearch, AuditEntry>
      scope="audit:read"
      what="the audit log"
      search={search}
      queryKey={['audit', query]}
      read={(cursor) =>
        take(api.GET('/v1/audit', { params: { query: { ...query, ...(cursor && { cursor }) } } }))
      }
      filters={filtersOf(search)}
      isNarrowed={isNarrowed}
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
      {(entry, isOpen) => <AuditRow key={entry.id} entry={entry} isOpen={isOpen} />}
    </HistoryPage>
  )
}

function filtersOf({ object, id }: AuditSearch): readonly HistoryFilter<AuditSearch, AuditEntry>[] {
  return [
    {
      kind: 'search',
      name: 'action',
      label: 'Action',
      options: Object.keys(ACTIONS).map((action) => ({ value: action, label: labelOfAction(action) })),
    },
    {
      kind: 'choice',
      name: 'object',
      label: 'About',
      drops: ['id'],
      options: Object.entries(OBJECTS).map(([value, label]) => ({
        value,
        label: object === value && id !== undefined ? `${label} ${id}` : label,
      })),
    },
    { kind: 'text', name: 'actor', label: 'Who', valueOf: ({ actor }) => actor.name },
    { kind: 'time', name: 'from', label: 'From' },
    { kind: 'time', name: 'until', label: 'Until' },
  ]
}
