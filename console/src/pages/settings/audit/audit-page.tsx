import { useDocumentTitle } from '@mantine/hooks'
import { IconHistory, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useSearch, Link } from '@tanstack/react-router'
import { api, take } from '../../../api/client.ts'
import type { paths } from '../../../api/schema.ts'
import type { HistoryFilter } from '../../../ui/list/history-filters.tsx'
import { HistoryPage } from '../../../ui/list/history-page.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import {
  ACTIONS,
  type AuditEntry,
  type AuditSearch,
  describeAction,
  fieldsOf,
  isNarrowed,
  kindOf,
  labelOfAction,
  OBJECTS,
  queryOf,
  valueOf,
} from './audit-log.ts'
import { Text, Group, Stack } from '@mantine/core'
import { Cell, Row, rowLink } from '../../../ui/list/row-list.tsx'
import { Time } from '../../../ui/text/time.tsx'
import styles from './audit.module.css'
import { formatExact } from '../../../ui/text/format.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'

type AuditQuery = NonNullable<paths['/v1/audit']['get']['parameters']['query']>

export function AuditPage() {
  useDocumentTitle('Audit log · Settings · Tocsin')
  const search = useSearch({ from: '/shell/settings/audit' })
  // The search admits only words that the API knows.
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

/** An entry; unfolded it shows everything. */
function AuditRow({ entry, isOpen }: { readonly entry: AuditEntry; readonly isOpen: boolean }) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const object = entry.object_name ?? (entry.object_id === null ? '' : String(entry.object_id))
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <Time at={entry.at} />
      </Cell>
      <Cell>
        <span className="clamp">
          <span className={styles.kind}>{kindOf(entry.actor)}</span> {entry.actor.name}
        </span>
      </Cell>
      <Cell isWide>
        <Link
          from="/settings/audit"
          to="/settings/audit"
          search={({ open: _open, ...now }) => (isOpen ? now : { ...now, open: entry.id })}
          className={rowLink}
          aria-expanded={isOpen}
          resetScroll={false}
          replace
        >
          <span className="clamp">
            <span className={styles.action}>{describeAction(entry)}</span> {object}
          </span>
        </Link>
      </Cell>
      <Cell isWide>
        {entry.changes.length > 0 && (
          <Text size="sm" c="dimmed" className="clamp">
            {fieldsOf(entry)}
          </Text>
        )}
      </Cell>
      <Cell isCorner>
        <Chevron size={16} aria-hidden />
      </Cell>
      {isOpen && (
        <Cell isFull isRaised>
          <AuditDetails entry={entry} />
        </Cell>
      )}
    </Row>
  )
}

interface AuditDetailsProps {
  readonly entry: AuditEntry
}

/** Shows the change before and after, with time, address, and a link to the object. */
function AuditDetails({ entry }: AuditDetailsProps) {
  const { actor, note, changes } = entry
  return (
    <Stack gap="sm" pb={6}>
      <Text size="sm" c="dimmed">
        {[formatExact(entry.at), actor.address && `from ${actor.address}`, note].filter(Boolean).join(' · ')}
      </Text>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, from, to }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <Value value={valueOf(from)} label="Before" />
                <Value value={valueOf(to)} label="After" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group gap="md">
        <ObjectLink entry={entry} />
        {entry.object_id !== null && (
          <AnchorLink
            to="/settings/audit"
            search={{ object: entry.object_type, id: entry.object_id }}
            size="sm"
          >
            All entries about it
          </AnchorLink>
        )}
        <AnchorLink to="/settings/audit" search={{ actor: actor.name }} size="sm">
          All entries by {actor.name}
        </AnchorLink>
      </Group>
    </Stack>
  )
}

function Value({ value, label }: { readonly value: string | null; readonly label: string }) {
  return (
    <td data-label={label}>
      {value === null ? (
        <span className={styles.nothing}>nothing</span>
      ) : (
        <span className="mono">{value}</span>
      )}
    </td>
  )
}

/** Links to the object, which may be deleted. */
function ObjectLink({ entry: { object_type: object, object_id: id, action } }: AuditDetailsProps) {
  if (id === null || action.endsWith('.deleted')) return null
  switch (object) {
    case 'webhook':
      return (
        <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm">
          Open the webhook
        </AnchorLink>
      )
    case 'delivery':
      return (
        <AnchorLink to="/deliveries" search={{ open: id }} size="sm">
          Open the delivery
        </AnchorLink>
      )
    case 'token':
      return (
        <AnchorLink to="/settings/tokens" size="sm">
          See the tokens
        </AnchorLink>
      )
    case 'user':
      return (
        <AnchorLink to="/settings/people" size="sm">
          See the people
        </AnchorLink>
      )
    default:
      return null
  }
}
