import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offeredWebhooksQuery } from '../deliveries/webhook-picker.tsx'

interface WebhooksPickerProps {
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}

/** Chooses some webhooks by their names; none stands for all of them. */
export function WebhooksPicker({ value, onChange }: WebhooksPickerProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data = [] } = useQuery({ ...offeredWebhooksQuery(search), placeholderData: keepPreviousData })
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const ids = [...new Set([...value, ...names.keys()])]
  return (
    <MultiSelect
      label="Webhooks"
      description="Only notifications of these webhooks are held."
      placeholder={value.length === 0 ? 'All' : ''}
      data={ids.map((id) => ({ value: String(id), label: names.get(id) ?? `Webhook ${id}` }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
