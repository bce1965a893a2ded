import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { describeAgo } from '../../../ui/text/format.ts'
import { useNow } from '../../../ui/text/time.tsx'
import type { PayloadType } from '../webhook-types.ts'
import { eventsQuery } from '../webhooks-api.ts'
import { formatValues, parseValues, SAMPLES, type TestValues } from './test-values.ts'

interface ValuesSelectProps {
  readonly payloadType: PayloadType
  readonly value: TestValues
  readonly onChange: (values: TestValues) => void
}

/** The event of a preview or a test: a sample, or one of the last that really happened. */
export function ValuesSelect({ payloadType, value, onChange }: ValuesSelectProps) {
  const [isOpened, setOpened] = useState('event_id' in value)
  const mayRead = useMay('deliveries:read')
  const now = useNow()
  const { data } = useQuery(eventsQuery(payloadType === 'ALERT' ? 'alert' : 'job_run', isOpened && mayRead))
  const events = (data?.items ?? []).map((event) => ({
    value: `event-${event.id}`,
    label: `${event.name}: ${event.kind === 'alert' ? event.new_state : event.status}, ${describeAgo(event.at, now)}`,
  }))
  const chosen = formatValues(value)
  const isListed = [...SAMPLES[payloadType], ...events].some((option) => option.value === chosen)
  return (
    <Select
      aria-label="Values"
      size="xs"
      w={230}
      allowDeselect={false}
      onDropdownOpen={() => setOpened(true)}
      value={chosen}
      onChange={(text) => onChange(parseValues(text, payloadType))}
      data={[
        { group: 'Samples', items: [...SAMPLES[payloadType]] },
        { group: 'Real events', items: events },
        ...(isListed ? [] : [{ value: chosen, label: `Event ${chosen.replace('event-', '')}` }]),
      ]}
      comboboxProps={{ width: 340, position: 'bottom-end' }}
      maxDropdownHeight={320}
    />
  )
}
