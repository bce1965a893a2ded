import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../../ui/page/panel.tsx'
import { SECTIONS } from './field-labels.ts'
import styles from './form.module.css'

interface FormSectionProps {
  /** An id of `SECTIONS`. */
  readonly id: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of the form; the index beside it leads here. */
export function FormSection({ id, description, actions, children }: FormSectionProps) {
  const title = SECTIONS.find((section) => section.id === id)?.title
  return (
    <div id={`section-${id}`} className={styles.section} tabIndex={-1} role="group" aria-label={title}>
      <Panel title={title} description={description} actions={actions} p="lg">
        <Stack gap="md">{children}</Stack>
      </Panel>
    </div>
  )
}
