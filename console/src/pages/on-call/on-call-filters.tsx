import { Pill, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { onlyGiven } from '../../ui/list/search-values.ts'
import type { OnCallSearch } from './on-call-query.ts'
import styles from './on-call.module.css'

interface OnCallFiltersProps {
  readonly search: OnCallSearch
  readonly onSearch: (search: OnCallSearch) => void
  readonly summary: string
}

const PAUSE_MS = 250

const SEVERITIES = [
  { value: '', label: 'All' },
  { value: 'high', label: 'High' },
  { value: 'high,medium', label: 'Medium up' },
]

/** Says how many alerts are active, and narrows them by text, severity, server and label. */
export function OnCallFilters({ search, onSearch, summary }: OnCallFiltersProps) {
  const change = (next: { readonly [Name in keyof OnCallSearch]?: OnCallSearch[Name] | undefined }) =>
    onSearch(onlyGiven<OnCallSearch>({ ...search, ...next } as never))
  return (
    <div className={styles.head}>
      <Text component="h2" fw={650} size="lg" className={styles.summary!}>
        <span role="status">{summary}</span>
      </Text>
      <search className={styles.filters} aria-label="Filter active alerts">
        <SearchField value={search.search ?? ''} onChange={(text) => change({ search: text || undefined })} />
        <SegmentedControl
          size="xs"
          aria-label="Severity"
          data={SEVERITIES}
          value={search.severity ?? ''}
          onChange={(severity) => change({ severity: severity || undefined })}
        />
      </search>
      <Chips search={search} onChange={change} />
    </div>
  )
}

interface ChipsProps {
  readonly search: OnCallSearch
  readonly onChange: (next: {
    readonly server?: undefined
    readonly label?: readonly string[] | undefined
  }) => void
}

/** Shows what was chosen by a click, to take it back. */
function Chips({ search: { server, label }, onChange }: ChipsProps) {
  const labels = label ?? []
  if (server === undefined && labels.length === 0) return null
  const without = (label: string) => {
    const rest = labels.filter((other) => other !== label)
    onChange({ label: rest.length === 0 ? undefined : rest })
  }
  return (
    <div className={styles.chips}>
      {server !== undefined && (
        <Chip text={`server=${server}`} onRemove={() => onChange({ server: undefined })} />
      )}
      {labels.map((label) => (
        <Chip key={label} text={label} onRemove={() => without(label)} />
      ))}
    </div>
  )
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const removeButtonProps = { 'aria-label': `Remove the filter ${text}`, tabIndex: 0, 'aria-hidden': false }
  return (
    <Pill size="md" withRemoveButton onRemove={onRemove} removeButtonProps={removeButtonProps}>
      {text}
    </Pill>
  )
}

/** Follows the typing after a pause. */
function SearchField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const apply = useDebouncedCallback(onChange, PAUSE_MS)
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search active alerts"
      placeholder="Server, alert or label"
      className={styles.search!}
      leftSection={<IconSearch size={15} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        apply(currentTarget.value.trim())
      }}
    />
  )
}
