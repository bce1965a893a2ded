import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Filters, filterStyle } from '../../../ui/list/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { wordIn } from '../../../ui/list/search-values.ts'
import { HEALTHS, isFiltered, type WebhookSearch } from '../webhook-search.ts'

interface WebhookFiltersProps {
  readonly search: WebhookSearch
  readonly onChange: (search: WebhookSearch) => void
}

const PAUSE_MS = 250

const HEALTH_OPTIONS = [
  { value: 'healthy', label: 'Healthy' },
  { value: 'never_called', label: 'Never called' },
  { value: 'late', label: 'Late' },
  { value: 'rejecting', label: 'Rejecting' },
  { value: 'failing', label: 'Failing' },
  { value: 'paused', label: 'Paused' },
  { value: 'disabled', label: 'Disabled' },
]

const ENABLED_OPTIONS = [
  { value: 'true', label: 'Enabled' },
  { value: 'false', label: 'Disabled' },
]

const TYPE_OPTIONS = [
  { value: 'ALERT', label: 'Alerts' },
  { value: 'JOB', label: 'Job runs' },
]

/** Shows the filters of the list; the address holds all of them. */
export function WebhookFilters({ search, onChange }: WebhookFiltersProps) {
  const { search: text, ...rest } = search
  return (
    <Filters onClear={isFiltered(search) ? () => onChange({}) : undefined}>
      <SearchText
        value={text}
        onChange={(next) => onChange({ ...rest, ...(next !== '' && { search: next }) })}
      />
      <FilterSelect
        label="Health"
        options={HEALTH_OPTIONS}
        value={search.health}
        onChange={(value) => {
          const { health: _health, ...others } = search
          const health = wordIn(value, HEALTHS)
          onChange({ ...others, ...(health && { health }) })
        }}
      />
      <FilterSelect
        label="Enabled"
        options={ENABLED_OPTIONS}
        value={search.enabled === undefined ? undefined : String(search.enabled)}
        onChange={(value) => {
          const { enabled: _enabled, ...others } = search
          onChange({ ...others, ...(value !== undefined && { enabled: value === 'true' }) })
        }}
      />
      <FilterSelect
        label="Events"
        options={TYPE_OPTIONS}
        value={search.type}
        onChange={(value) => {
          const { type: _type, ...others } = search
          const type = wordIn(value, ['ALERT', 'JOB'])
          onChange({ ...others, ...(type && { type }) })
        }}
      />
    </Filters>
  )
}

interface SearchTextProps {
  readonly value: string | undefined
  readonly onChange: (text: string) => void
}

/** Follows the typing after a pause, and the address at once. */
function SearchText({ value = '', onChange }: SearchTextProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [asked, setAsked] = useState(value)
  const apply = useDebouncedCallback((text: string) => {
    setAsked(text)
    onChange(text)
  }, PAUSE_MS)
  if (value !== shown) {
    setShown(value)
    // The address changed by itself: back, forward, a link. If it follows the typing, that may be further already.
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }
  const type = (text: string) => {
    setTyped(text)
    apply(text.trim())
  }
  return (
    <TextInput
      label="Search"
      aria-label="Search by name or address"
      className={filterStyle({ wide: true })}
      placeholder="Name or address"
      type="search"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
      }
    />
  )
}
