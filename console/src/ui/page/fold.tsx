import { Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './story.module.css'

interface FoldProps {
  /** `Not notified: 3 webhooks` */
  readonly label: string
  readonly children: ReactNode
}

/** Details that few need, on a click. */
export function Fold({ label, children }: FoldProps) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} className={styles.toggle!}>
        <Chevron size={16} aria-hidden /> {label}
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && children}</Collapse>
    </div>
  )
}

/** Fewer are shown at once. */
const FOLDED_MIN = 4

/** A list that is folded only if it is long. */
export function FewOrFolded({ count, ...fold }: FoldProps & { readonly count: number }) {
  return count < FOLDED_MIN ? fold.children : <Fold {...fold} />
}
