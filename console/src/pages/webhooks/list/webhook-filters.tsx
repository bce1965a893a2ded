import { CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { wordIn } from '../../../ui/search-values.ts'
import { HEALTHS, type WebhookSearch } from '../webhook-search.ts'

interface WebhookFiltersProps {
  readonly search: WebhookSearch
  readonly onChange: (search: WebhookSearch) => void
}

const PAUSE_MS = 250

/** What the list is narrowed to; all of it is in the address. */
export function WebhookFilters({ search, onChange }: WebhookFiltersProps) {
  const { search: text, ...rest } = search
  return (
    <Group gap="sm" mb="md" role="search" aria-label="Webhooks">
      <SearchText
        value={text}
        onChange={(next) => onChange({ ...rest, ...(next !== '' && { search: next }) })}
      />
      <NativeSelect
        aria-label="Health"
        value={search.health ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { health: _health, ...others } = search
          const health = wordIn(value, HEALTHS)
          onChange({ ...others, ...(health && { health }) })
        }}
        data={[
          { value: '', label: 'Any health' },
          { value: 'well', label: 'Well' },
          { value: 'failing', label: 'Failing' },
          { value: 'paused', label: 'Paused' },
          { value: 'disabled', label: 'Disabled' },
        ]}
      />
      <NativeSelect
        aria-label="Enabled"
        value={search.enabled === undefined ? '' : String(search.enabled)}
        onChange={({ currentTarget: { value } }) => {
          const { enabled: _enabled, ...others } = search
          onChange({ ...others, ...(value !== '' && { enabled: value === 'true' }) })
        }}
        data={[
          { value: '', label: 'Enabled or not' },
          { value: 'true', label: 'Enabled' },
          { value: 'false', label: 'Disabled' },
        ]}
      />
      <NativeSelect
        aria-label="Told about"
        value={search.type ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { type: _type, ...others } = search
          const type = wordIn(value, ['ALERT', 'JOB'])
          onChange({ ...others, ...(type && { type }) })
        }}
        data={[
          { value: '', label: 'Alerts and job runs' },
          { value: 'ALERT', label: 'Alerts' },
          { value: 'JOB', label: 'Job runs' },
        ]}
      />
    </Group>
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
  const apply = useDebouncedCallback(onChange, PAUSE_MS)
  // The address changed by itself: back, forward, a link.
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const type = (text: string) => {
    setTyped(text)
    apply(text.trim())
  }
  return (
    <TextInput
      aria-label="Search by name or address"
      placeholder="Name or address"
      type="search"
      w={{ base: '100%', xs: 280 }}
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
