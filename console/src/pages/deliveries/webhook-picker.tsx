import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { webhookQuery } from './delivery-queries.ts'

interface WebhookPickerProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly placeholder?: string
  /** Only webhooks for these events. */
  readonly payloadType?: 'ALERT' | 'JOB'
}

/** Webhooks offered at a time; search finds the others. */
const OFFERED_MAX = 30

/** Chooses a webhook by its name, among any number. */
export function WebhookPicker({ label, value, onChange, placeholder, payloadType }: WebhookPickerProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const chosen = useQuery({ ...webhookQuery(value ?? 0), enabled: value !== null })
  const chosenName = value === null ? '' : (chosen.data?.name ?? `Webhook ${value}`)
  // The name of the chosen webhook is no search.
  const wanted = search === chosenName ? '' : search
  const found = useQuery({ ...offeredWebhooksQuery(wanted, payloadType), placeholderData: keepPreviousData })
  const offered = (found.data ?? []).filter(({ id }) => id !== value)
  const options = [
    ...(value === null ? [] : [{ value: String(value), label: chosenName }]),
    ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Select
      label={label}
      placeholder={placeholder ?? 'All'}
      data={options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching …' : 'No webhook has this in its name or address'}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  )
}

/** Finds the first webhooks with a text in their names or addresses. */
export function offeredWebhooksQuery(search: string, payloadType?: 'ALERT' | 'JOB') {
  return queryOptions({
    queryKey: ['webhooks', 'offered', search, payloadType],
    queryFn: () => readWebhooks(search, payloadType),
  })
}

async function readWebhooks(search: string, payloadType: 'ALERT' | 'JOB' | undefined) {
  const query = {
    limit: OFFERED_MAX,
    view: 'brief' as const,
    ...(search !== '' && { search }),
    ...(payloadType && { payload_type: payloadType }),
  }
  const { items } = await take(api.GET('/v1/webhooks', { params: { query } }))
  return items
}
