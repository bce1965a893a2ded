import { Autocomplete, Button, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconFilterOff, IconSearch, IconX } from '@tabler/icons-react'
import { Children, type ReactNode, useState } from 'react'
import { EmptyState } from '../page/empty-state.tsx'
import { ButtonLink } from '../page/links.tsx'
import styles from './filters.module.css'

const APPEARANCES = ['wide', 'whole', 'line', 'open'] as const

interface FiltersProps {
  /** Shows the whole list; absent: nothing narrows it. */
  readonly onClear: (() => void) | undefined
  /** Fields with labels. */
  readonly children: ReactNode
}

/**
 * Shows a list's filters in a row. On a phone a button shows all but the first, unless one narrows the list.
 */
export function Filters({ onClear, children }: FiltersProps) {
  const [isOpen, { toggle }] = useDisclosure(onClear !== undefined)
  const [first, ...others] = Children.toArray(children)
  return (
    <search className={styles.filters} aria-label="Filters" data-open={isOpen || undefined}>
      {first}
      {others.length > 0 && (
        <Button
          variant="default"
          px={12}
          className={styles.more!}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {others}
      {onClear && (
        <Button
          variant="subtle"
          px={12}
          className={styles.clear!}
          leftSection={<IconX size={15} aria-hidden />}
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}

/**
 * Returns the classes of a field: `wide` for long texts, `whole` for one that must not be cut, `line` for a
 * line to itself, `open` for one that narrows nothing.
 */
export function filterStyle(style: Partial<Record<(typeof APPEARANCES)[number], boolean>>): string {
  return APPEARANCES.filter((name) => style[name])
    .map((name) => styles[name])
    .join(' ')
}

interface FilterSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string | undefined
  /** Undefined: everything. */
  readonly onChange: (text: string | undefined) => void
}

const PAUSE_MS = 250

/** Narrows a list by part of a text, after a pause in typing. */
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
    // The address changed by itself (back, forward, a link). If it follows the typing, the field may be
    // ahead.
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
  // An address may combine words that the field does not.
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

interface FilterTextProps {
  /** The label: `Name`. */
  readonly label: string
  readonly value: string | undefined
  /** Offered values; others may be typed. */
  readonly known: readonly string[]
  /** Called with a chosen or completed value; undefined: all. */
  readonly onChange: (value: string | undefined) => void
}

const OFFERED_MAX = 20
/** Longer names cannot be chosen from a list anyway. */
const OFFERED_LENGTH_MAX = 100

/** Narrows a list by an exact text, when it is complete. */
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

interface NoMatchProps {
  readonly title: string
  /** Parameters that stay when the filters are cleared. */
  readonly kept?: object | undefined
  /** How the filters compare. */
  readonly children?: ReactNode
}

/** Replaces a list of which the filters leave nothing. */
export function NoMatch({ title, kept, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={IconFilterOff}
      title={title}
      action={
        // The router knows each page's parameters, not this shared component's.
        <ButtonLink to="." search={(kept ?? {}) as never} variant="default" mt="xs">
          Clear filters
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}
