import { Group, Pill } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Filters, filterStyle } from '../../../ui/list/filters.tsx'
import { FilterSearch } from '../../../ui/list/filter-search.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { filterOf, type DeliverySearch, type Kind } from '../delivery-search.ts'
import { TimeFilter } from '../time-filter.tsx'
import { WebhookPicker } from '../webhook-picker.tsx'

const STATES = [
  { value: 'undelivered', label: 'Undelivered' },
  { value: 'waiting,pending,sending', label: 'Unfinished' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'pending', label: 'Pending' },
  { value: 'sending', label: 'Sending' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'superseded', label: 'Superseded' },
  { value: 'outdated', label: 'Outdated' },
]

const SEVERITIES = [
  { value: 'high', label: 'High' },
  { value: 'high,medium', label: 'High or medium' },
  { value: 'high,medium,low', label: 'Raised' },
  { value: 'cleared', label: 'Cleared' },
]

const KINDS = [
  { value: 'alert', label: 'Alerts' },
  { value: 'job_run', label: 'Job runs' },
]

/** Which deliveries are shown. Everything stands in the address, so that a view can be sent to somebody else. */
export function DeliveryFilters({ search }: { readonly search: DeliverySearch }) {
  const navigate = useNavigate({ from: '/deliveries' })
  const change = (given: { readonly [Name in keyof DeliverySearch]?: DeliverySearch[Name] | undefined }) =>
    void navigate({
      search: ({ cursor: _cursor, ...before }) => ({ ...before, ...given }) as DeliverySearch,
      replace: true,
    })
  const isFiltered = Object.keys(filterOf(search)).length > 0
  return (
    <Filters onClear={isFiltered ? () => void navigate({ search: {}, replace: true }) : undefined}>
      <FilterSelect
        label="State"
        options={STATES}
        value={search.state}
        onChange={(state) => change({ state })}
      />
      <WebhookPicker
        label="Webhook"
        value={search.webhook ?? null}
        onChange={(id) => change({ webhook: id ?? undefined })}
      />
      <FilterSearch
        label="Search"
        placeholder="Alert, server or job"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <FilterSelect
        label="Severity"
        options={SEVERITIES}
        value={search.severity}
        onChange={(severity) => change({ severity })}
      />
      <FilterSelect
        label="About"
        options={KINDS}
        value={search.kind}
        onChange={(kind) => change({ kind: kind as Kind | undefined })}
      />
      <TimeFilter search={search} onChange={change} />
      <Pills search={search} onChange={change} />
    </Filters>
  )
}

interface PillsProps {
  readonly search: DeliverySearch
  readonly onChange: (change: { readonly alert?: undefined; readonly event?: undefined }) => void
}

/** Filters that other pages lead here with. */
function Pills({ search, onChange }: PillsProps) {
  if (search.alert === undefined && search.event === undefined) return null
  return (
    <Group gap="xs" className={filterStyle({ line: true })}>
      {search.alert !== undefined && (
        <OnlyPill
          text={`Alert ${search.alert} only`}
          label="Show other alerts too"
          onRemove={() => onChange({ alert: undefined })}
        />
      )}
      {search.event !== undefined && (
        <OnlyPill
          text={`Event ${search.event} only`}
          label="Show other events too"
          onRemove={() => onChange({ event: undefined })}
        />
      )}
    </Group>
  )
}

interface OnlyPillProps {
  readonly text: string
  /** Removes the filter. */
  readonly label: string
  readonly onRemove: () => void
}

function OnlyPill({ text, label, onRemove }: OnlyPillProps) {
  return (
    <Pill
      withRemoveButton
      size="md"
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': label, tabIndex: 0, 'aria-hidden': false }}
    >
      {text}
    </Pill>
  )
}
