import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Filters, filterStyle } from '../../../ui/list/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { FilterText } from '../../../ui/list/filter-text.tsx'
import { fromLocalInput, toLocalInput } from '../../../ui/text/local-time.ts'
import { isNarrowed, type AuditSearch } from './audit-search.ts'
import { ACTIONS, labelOfAction, OBJECTS, type AuditEntry } from './audit-words.ts'

interface AuditFiltersProps {
  readonly search: AuditSearch
  /** The entries that are shown: their actors are offered. */
  readonly entries: readonly AuditEntry[]
}

export function AuditFilters({ search, entries }: AuditFiltersProps) {
  const navigate = useNavigate({ from: '/settings/audit' })
  /** `undefined` takes the filter away. */
  const change = (part: { readonly [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }) =>
    void navigate({ search: without(search, part), replace: true })
  return (
    <Filters onClear={isNarrowed(search) ? () => void navigate({ search: {}, replace: true }) : undefined}>
      <Select
        label="Action"
        placeholder="All"
        value={search.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        data={Object.keys(ACTIONS).map((action) => ({ value: action, label: labelOfAction(action) }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Action' }}
      />
      <FilterSelect
        label="About"
        value={search.object}
        onChange={(object) => change({ object, id: undefined })}
        options={Object.entries(OBJECTS).map(([value, label]) => ({
          value,
          label: search.object === value && search.id !== undefined ? `${label} ${search.id}` : label,
        }))}
      />
      <FilterText
        label="Who"
        value={search.actor}
        known={entries.map(({ actor }) => actor.name)}
        onChange={(actor) => change({ actor })}
      />
      <Moment label="From" at={search.from} onChange={(from) => change({ from })} />
      <Moment label="Until" at={search.until} onChange={(until) => change({ until })} />
    </Filters>
  )
}

interface MomentProps {
  readonly label: string
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

/** A moment in the reader's zone. The list follows when the field is left: a year is typed digit by digit. */
function Moment({ label, at, onChange }: MomentProps) {
  return (
    <TextInput
      key={at ?? ''}
      type="datetime-local"
      label={label}
      className={filterStyle({ wide: true, open: at === undefined })}
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
