import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import styles from './filters.module.css'

const APPEARANCES = ['wide', 'whole', 'line', 'open'] as const

interface FiltersProps {
  /** Shows the whole list again; absent: nothing narrows it. */
  readonly onClear: (() => void) | undefined
  /** Fields with a label each. */
  readonly children: ReactNode
}

/**
 * Shows the filters of a list: the same row above every list. On a phone all but the first are hidden until a
 * button shows them, unless one narrows the list.
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
 * Returns the classes of a field: `wide` for long texts, `whole` for a field that must not be cut, `line` for one with
 * a line to itself, `open` for one that narrows nothing.
 */
export function filterStyle(style: Partial<Record<(typeof APPEARANCES)[number], boolean>>): string {
  return APPEARANCES.filter((name) => style[name])
    .map((name) => styles[name])
    .join(' ')
}
