import { Alert, Group, List, Select, Skeleton, Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import { useMay } from '../../../api/session.ts'
import { SentRequest } from '../../../ui/exchange/exchange.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { describeAgo } from '../../../ui/text/format.ts'
import { useNow } from '../../../ui/text/time.tsx'
import type { PayloadType } from '../webhook-types.ts'
import { eventsQuery } from '../webhooks-api.ts'
import { previewQuery, type Tried } from './test-api.ts'
import { formatValues, parseValues, SAMPLES, type TestValues } from './test-values.ts'

interface PreviewPanelProps {
  readonly tried: Tried
  readonly payloadType: PayloadType
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
  /** The level of its heading. Default: 3. */
  readonly order?: 2 | 3
}

const PAUSE_MS = 350

/** Shows the request, a moment after each key. */
export function PreviewPanel({ tried, payloadType, values, onValues, order = 3 }: PreviewPanelProps) {
  // Compared as texts: a form keeps making new objects of the same content.
  const [text] = useDebouncedValue(JSON.stringify({ tried, values }), PAUSE_MS)
  const asked = JSON.parse(text) as { readonly tried: Tried; readonly values: TestValues }
  const { data, error, isPending } = useQuery(previewQuery(asked.tried, asked.values))
  const isUnfinished = error instanceof Problem && error.status === 400
  return (
    <Stack gap="sm" component="section" aria-label="Preview" aria-live="off">
      <Group justify="space-between" gap="xs">
        <Title order={order} size="h6">
          Preview
        </Title>
        <ValuesSelect payloadType={payloadType} value={values} onChange={onValues} />
      </Group>
      {isUnfinished && (
        <Alert color="gray" title="Incomplete">
          <List size="sm">
            {error.issues.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                <b>{path.replace(/^(?:webhook|change)\./, '')}</b> {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {!isUnfinished && error && <ProblemAlert error={error} />}
      {isPending && !error && <Skeleton height={220} aria-label="Loading the preview" />}
      {data && !error && <SentRequest request={data.request} />}
    </Stack>
  )
}

interface ValuesSelectProps {
  readonly payloadType: PayloadType
  readonly value: TestValues
  readonly onChange: (values: TestValues) => void
}

/** Chooses a sample, or a recent event. */
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
