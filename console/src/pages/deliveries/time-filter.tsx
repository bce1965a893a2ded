import { Button, Group, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { filterStyle } from '../../ui/list/filters.tsx'
import { formatExact } from '../../ui/text/format.ts'
import type { DeliverySearch, Range } from './delivery-search.ts'
import { fromLocalInput, toLocalInput } from '../../ui/text/local-time.ts'

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

/** When deliveries were made: the last so-and-so long, or exact times in the zone of the reader. */
export function TimeFilter({ search, onChange }: TimeFilterProps) {
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
            data={isExact ? OPTIONS.map((option) => named(option, describe(from, until))) : OPTIONS}
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

function named(option: { readonly value: string; readonly label: string }, label: string) {
  return option.value === EXACT ? { ...option, label } : option
}

function describe(from: string | undefined, until: string | undefined): string {
  if (from === undefined) return `Until ${formatExact(until ?? '')}`
  return until === undefined ? `From ${formatExact(from)}` : `${formatExact(from)} – ${formatExact(until)}`
}
