import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { filterStyle } from './filters.tsx'

interface FilterSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string | undefined
  /** Undefined: everything. */
  readonly onChange: (text: string | undefined) => void
}

const PAUSE_MS = 250

/** Narrows a list by a part of a text. It follows the typing after a pause, and the address at once. */
export function FilterSearch({ label, placeholder, value = '', onChange }: FilterSearchProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [asked, setAsked] = useState(value)
  const apply = useDebouncedCallback((text: string) => {
    setAsked(text)
    onChange(text === '' ? undefined : text)
  }, PAUSE_MS)
  if (value !== shown) {
    setShown(value)
    // The address changed by itself: back, forward, a link. If it follows the typing, that may be further already.
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }
  const type = (text: string) => {
    setTyped(text)
    apply(text.trim())
  }
  return (
    <TextInput
      label={label}
      aria-label={`${label}: ${placeholder}`}
      className={filterStyle({ wide: true })}
      placeholder={placeholder}
      type="search"
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
