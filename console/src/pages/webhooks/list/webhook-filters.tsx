import { Filters } from '../../../ui/list/filters.tsx'
import { FilterSearch } from '../../../ui/list/filter-search.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { FilterText } from '../../../ui/list/filter-text.tsx'
import { labelsIn, wordIn } from '../../../ui/list/search-values.ts'
import { HEALTHS, isFiltered, type WebhookSearch } from '../webhook-search.ts'

interface WebhookFiltersProps {
  readonly search: WebhookSearch
  /** Labels of what is shown, as `name=value`. */
  readonly knownLabels: readonly string[]
  readonly onChange: (search: WebhookSearch) => void
}

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

const NOT_CALLED_OPTIONS = [
  { value: '1d', label: 'For 1 day' },
  { value: '7d', label: 'For 7 days' },
  { value: '30d', label: 'For 30 days' },
]

const TYPE_OPTIONS = [
  { value: 'ALERT', label: 'Alerts' },
  { value: 'JOB', label: 'Job runs' },
]

/** Shows the filters of the list; the address holds all of them. */
export function WebhookFilters({ search, knownLabels, onChange }: WebhookFiltersProps) {
  const { search: text, ...rest } = search
  return (
    <Filters
      onClear={isFiltered(search) ? () => onChange(search.order ? { order: search.order } : {}) : undefined}
    >
      <FilterSearch
        label="Search"
        placeholder="Name or address"
        value={text}
        onChange={(next) => onChange({ ...rest, ...(next !== undefined && { search: next }) })}
      />
      <FilterText
        label="Label"
        value={search.label?.join(', ')}
        known={knownLabels}
        onChange={(text) => {
          const { label: _label, ...others } = search
          const label = labelsIn(text?.split(','))
          onChange({ ...others, ...(label && { label }) })
        }}
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
        label="Not called"
        options={NOT_CALLED_OPTIONS}
        value={search.not_called}
        onChange={(value) => {
          const { not_called: _notCalled, ...others } = search
          const notCalled = wordIn(value, ['1d', '7d', '30d'])
          onChange({ ...others, ...(notCalled && { not_called: notCalled }) })
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
