import { Select } from '@mantine/core'
import { filterStyle } from './filters.tsx'

interface FilterSelectProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Undefined: all. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const ALL = 'all'

/** Narrows a list to one of a few words. */
export function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  // An address may ask for words together that are not offered together.
  const isOffered = value === undefined || options.some((option) => option.value === value)
  const others = isOffered ? [] : [{ value, label: value.replaceAll(',', ' or ') }]
  return (
    <Select
      label={label}
      className={filterStyle({ open: value === undefined })}
      data={[{ value: ALL, label: 'All' }, ...options, ...others]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(chosen === ALL || chosen === null ? undefined : chosen)}
      allowDeselect={false}
    />
  )
}
