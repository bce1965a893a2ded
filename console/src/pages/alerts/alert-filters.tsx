import { Input, SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Filters, filterStyle } from '../../ui/list/filters.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { FilterText } from '../../ui/list/filter-text.tsx'
import { isNarrowed, type AlertSearch } from './alert-search.ts'
import type { Alert } from './alert.ts'

interface AlertFiltersProps {
  readonly search: AlertSearch
  /** The alerts that are shown: their names and sources are offered. */
  readonly alerts: readonly Alert[]
}

const SEVERITIES = [
  { value: 'high', label: 'High' },
  { value: 'high,medium', label: 'High or medium' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
]

export function AlertFilters({ search, alerts }: AlertFiltersProps) {
  const navigate = useNavigate({ from: '/alerts' })
  const change = (next: AlertSearch) => void navigate({ search: next, replace: true })
  return (
    <Filters
      onClear={
        isNarrowed(search) ? () => change(search.view === undefined ? {} : { view: search.view }) : undefined
      }
    >
      <Input.Wrapper label="Show" labelElement="div" className={filterStyle({ whole: true })}>
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label="Which alerts"
          value={search.view ?? 'active'}
          onChange={(view) => {
            const { view: _view, state: _state, ...rest } = search
            change(view === 'past' || view === 'stale' || view === 'longest' ? { ...rest, view } : rest)
          }}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'longest', label: 'Longest' },
            { value: 'stale', label: 'Not reported' },
            { value: 'past', label: 'Resolved' },
          ]}
        />
      </Input.Wrapper>
      {search.view !== 'past' && (
        <FilterSelect
          label="Severity"
          options={SEVERITIES}
          value={search.state}
          onChange={(state) => {
            const { state: _state, ...rest } = search
            change(state === undefined ? rest : { ...rest, state })
          }}
        />
      )}
      <FilterText
        label="Name"
        value={search.name}
        known={alerts.map(({ name }) => name)}
        onChange={(name) => change(withText(search, 'name', name))}
      />
      <FilterText
        label="Source"
        value={search.source}
        known={alerts.map(({ source }) => source)}
        onChange={(source) => change(withText(search, 'source', source))}
      />
    </Filters>
  )
}

function withText(search: AlertSearch, name: 'name' | 'source', value: string | undefined): AlertSearch {
  const { [name]: _old, ...rest } = search
  return value === undefined ? rest : { ...rest, [name]: value }
}
