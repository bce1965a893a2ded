import { Autocomplete } from '@mantine/core'
import { useState } from 'react'

interface FilterTextProps {
  /** The label: `Name`. */
  readonly label: string
  readonly value: string | undefined
  /** Values that are offered, e.g. from what is shown. Others may be typed. */
  readonly known: readonly string[]
  /** When something was chosen or typed to the end; undefined: all. */
  readonly onChange: (value: string | undefined) => void
}

const OFFERED_MAX = 20
/** Whoever is named so cannot be chosen from a list anyway. */
const OFFERED_LENGTH_MAX = 100

/** Narrows a list by one exact text. The list follows when the text is complete, not with each letter. */
export function FilterText({ label, value, known, onChange }: FilterTextProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  // The address changed by itself: back, forward, a link.
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? '')
  }
  const apply = (text: string) => {
    const next = text.trim() === '' ? undefined : text.trim()
    if (next !== value) onChange(next)
  }
  return (
    <Autocomplete
      label={label}
      placeholder="All"
      title={`${label} (exact match)`}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (text === '') apply('')
      }}
      onOptionSubmit={apply}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(typed)
      }}
      data={[...new Set(known)].filter((text) => text.length <= OFFERED_LENGTH_MAX).slice(0, OFFERED_MAX)}
      maxLength={500}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  )
}
