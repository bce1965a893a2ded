import { Button, Chip, Group, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FilterText } from '../../ui/filter-text.tsx'
import { ACTIVE_STATES, isNarrowed, type AlertSearch } from './alert-search.ts'
import type { Alert } from './alert.ts'

interface AlertFiltersProps {
  readonly search: AlertSearch
  /** Those that are shown: their names and sources are offered. */
  readonly alerts: readonly Alert[]
}

const LABELS = { high: 'High', medium: 'Medium', low: 'Low' } as const

export function AlertFilters({ search, alerts }: AlertFiltersProps) {
  const navigate = useNavigate({ from: '/alerts' })
  const change = (next: AlertSearch) => void navigate({ search: next, replace: true })
  const chosen = search.state?.split(',') ?? []
  return (
    <Group mb="md" gap="sm" align="center" role="group" aria-label="Filters">
      <SegmentedControl
        size="sm"
        aria-label="Which alerts"
        value={search.view ?? 'active'}
        onChange={(view) => {
          const { view: _view, state: _state, ...rest } = search
          change(view === 'past' ? { ...rest, view } : rest)
        }}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'past', label: 'Past' },
        ]}
      />
      {search.view !== 'past' && (
        <Chip.Group
          multiple
          value={chosen}
          onChange={(states) => {
            const { state: _state, ...rest } = search
            const state = ACTIVE_STATES.filter((known) => states.includes(known)).join(',')
            change(state === '' ? rest : { ...rest, state })
          }}
        >
          <Group gap={6} role="group" aria-label="States">
            {ACTIVE_STATES.map((state) => (
              <Chip key={state} value={state} size="sm" variant="light">
                {LABELS[state]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
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
      {isNarrowed(search) && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={15} />}
          onClick={() => change(search.view === undefined ? {} : { view: search.view })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

function withText(search: AlertSearch, name: 'name' | 'source', value: string | undefined): AlertSearch {
  const { [name]: _old, ...rest } = search
  return value === undefined ? rest : { ...rest, [name]: value }
}
