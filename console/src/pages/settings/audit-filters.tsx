import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FilterText } from '../../ui/filter-text.tsx'
import { fromLocalInput, toLocalInput } from '../../ui/local-time.ts'
import { isNarrowed, type AuditSearch } from './audit-search.ts'
import { ACTIONS, labelOfAction, OBJECTS, type AuditEntry } from './audit-words.ts'

interface AuditFiltersProps {
  readonly search: AuditSearch
  /** Those that are shown: who made them is offered. */
  readonly entries: readonly AuditEntry[]
}

const WIDTH = { base: 'calc(50% - 6px)', xs: 140 }

export function AuditFilters({ search, entries }: AuditFiltersProps) {
  const navigate = useNavigate({ from: '/settings/audit' })
  /** `undefined` takes the filter away. */
  const change = (part: { readonly [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }) =>
    void navigate({ search: without(search, part), replace: true })
  return (
    <Group mb="md" gap="sm" align="end" role="group" aria-label="Filters">
      <Select
        aria-label="Action"
        placeholder="Any action"
        w={{ base: '100%', xs: 180 }}
        value={search.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        data={Object.keys(ACTIONS).map((action) => ({ value: action, label: labelOfAction(action) }))}
        searchable
        clearable
      />
      <Select
        aria-label="Kind of thing"
        placeholder="On anything"
        w={WIDTH}
        value={search.object ?? null}
        onChange={(object) => change({ object: object ?? undefined, id: undefined })}
        data={Object.entries(OBJECTS).map(([value, label]) => ({
          value,
          label: search.object === value && search.id !== undefined ? `${label} ${search.id}` : label,
        }))}
        clearable
      />
      <FilterText
        label="Who"
        width={130}
        value={search.actor}
        known={entries.map(({ actor }) => actor.name)}
        onChange={(actor) => change({ actor })}
      />
      <Moment label="From" at={search.from} onChange={(from) => change({ from })} />
      <Moment label="Until" at={search.until} onChange={(until) => change({ until })} />
      {isNarrowed(search) && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={15} />}
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

interface MomentProps {
  readonly label: string
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

/** In the reader's zone. The list follows when the field is left: a year is typed digit by digit. */
function Moment({ label, at, onChange }: MomentProps) {
  return (
    <TextInput
      key={at ?? ''}
      type="datetime-local"
      aria-label={label}
      leftSection={<span style={{ fontSize: 12 }}>{label}</span>}
      leftSectionWidth={48}
      w={{ base: '100%', xs: 232 }}
      defaultValue={toLocalInput(at)}
      onBlur={(event) => {
        const next = fromLocalInput(event.currentTarget.value)
        if (next !== at) onChange(next)
      }}
    />
  )
}

function without(
  search: AuditSearch,
  part: { readonly [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined },
): AuditSearch {
  const next = { ...search, ...part }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as AuditSearch
}
