import { Button, Group, Pill, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Filters, FilterSearch, FilterSelect, filterStyle } from '../../../ui/list/filters.tsx'
import { stateOptions } from '../../../ui/list/state-badge.tsx'
import { formatExact, fromLocalInput, toLocalInput } from '../../../ui/text/format.ts'
import { type DeliverySearch, filterOf, type Kind, type Range } from '../delivery-search.ts'
import { WebhookPicker } from '../webhook-picker.tsx'

const STATES = [
  { value: 'undelivered', label: 'Undelivered' },
  { value: 'waiting,pending,sending', label: 'Unfinished' },
  ...stateOptions(
    'waiting',
    'pending',
    'sending',
    'failed',
    'cancelled',
    'delivered',
    'superseded',
    'outdated',
  ),
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

/** Keeps all filters in the address, so that a view can be sent to others. */
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

/** Filters that other pages set. */
function Pills({ search, onChange }: PillsProps) {
  if (search.alert === undefined && search.event === undefined) return null
  return (
    <Group gap="xs" className={filterStyle({ line: true })}>
      {(['alert', 'event'] as const).map((kind) => {
        const removeButtonProps = {
          'aria-label': `Show other ${kind}s too`,
          tabIndex: 0,
          'aria-hidden': false,
        }
        return search[kind] === undefined ? null : (
          <Pill
            key={kind}
            withRemoveButton
            size="md"
            onRemove={() => onChange({ [kind]: undefined })}
            removeButtonProps={removeButtonProps}
          >
            {kind === 'alert' ? 'Alert' : 'Event'} {search[kind]} only
          </Pill>
        )
      })}
    </Group>
  )
}

interface TimeFilterProps {
  readonly search: Pick<DeliverySearch, 'range' | 'from' | 'until'>
  readonly onChange: (change: {
    readonly range: Range | undefined
    readonly from: string | undefined
    readonly until: string | undefined
  }) => void
}

const EXACT = 'exact'

const OPTIONS = [
  { value: 'any', label: 'Any time' },
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: EXACT, label: 'From … until …' },
]

/** Narrows by a range up to now, or exact times in the reader's zone. */
function TimeFilter({ search, onChange }: TimeFilterProps) {
  const { range, from, until } = search
  const isExact = from !== undefined || until !== undefined
  const [isOpen, setOpen] = useState(false)
  const choose = (value: string | null) => {
    if (value === EXACT) setOpen(true)
    else
      onChange({ range: value === 'any' ? undefined : (value as Range), from: undefined, until: undefined })
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      position="bottom-end"
      shadow="md"
      withArrow
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <Select
            label="Time"
            className={filterStyle({ open: !isExact && range === undefined })}
            data={
              isExact
                ? OPTIONS.map((option) =>
                    option.value === EXACT ? { ...option, label: describe(from, until) } : option,
                  )
                : OPTIONS
            }
            value={isExact ? EXACT : (range ?? 'any')}
            onChange={choose}
            onOptionSubmit={(value) => value === EXACT && setOpen(true)}
            allowDeselect={false}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          aria-label="Exact times"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            const read = (name: string) => fromLocalInput(String(form.get(name) ?? ''))
            setOpen(false)
            onChange({ range: undefined, from: read('from'), until: read('until') })
          }}
        >
          <Stack gap="sm">
            <TextInput
              type="datetime-local"
              name="from"
              label="Created at or after"
              defaultValue={toLocalInput(from)}
              data-autofocus
            />
            <TextInput
              type="datetime-local"
              name="until"
              label="And before"
              defaultValue={toLocalInput(until)}
            />
            <Group justify="flex-end">
              <Button type="submit" size="xs">
                Show
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function describe(from: string | undefined, until: string | undefined): string {
  if (from === undefined) return `Until ${formatExact(until ?? '')}`
  return until === undefined ? `From ${formatExact(from)}` : `${formatExact(from)} – ${formatExact(until)}`
}
