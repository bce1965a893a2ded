import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayloadType } from '../../webhook-types.ts'
import { webhookNamesQuery, webhookQuery } from '../../webhooks-api.ts'
import { LABELS } from '../field-labels.ts'

interface FallbackSelectProps {
  readonly value: number | null
  readonly payloadType: PayloadType
  /** The id of the webhook itself, which cannot be its own fallback. */
  readonly exceptId: number | null
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

/** Chooses another webhook by its name; there may be thousands, so they are looked up as one types. */
export function FallbackSelect({ value, payloadType, exceptId, error, onChange }: FallbackSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data: chosen } = useQuery({ ...webhookQuery(value ?? 0), enabled: value !== null })
  const chosenLabel = value === null ? undefined : `${chosen?.webhook.name ?? 'Webhook'} (${value})`
  const { data: found } = useQuery(webhookNamesQuery(search === chosenLabel ? '' : search, payloadType))
  const options = (found?.items ?? [])
    .filter(({ id }) => id !== exceptId && id !== value)
    .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  return (
    <Select
      label={LABELS.fallback_webhook_id}
      description="This webhook is notified when a delivery has failed for good. It has the same payload type."
      placeholder="None; type to search"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no fallback' }}
      data={chosenLabel ? [{ value: String(value), label: chosenLabel }, ...options] : options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No webhook has this name"
      error={error}
    />
  )
}
