import { Stack, UnstyledButton } from '@mantine/core'
import { useScrollSpy } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Issue } from '../../../api/problem.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { SECTIONS } from './field-labels.ts'
import { fieldOf } from './form-issues.ts'
import styles from './form.module.css'
import type { FormField } from './webhook-form.ts'

interface FormIndexProps {
  readonly changed: readonly FormField[]
  readonly issues: readonly Issue[]
}

/** Shows the current section, and which have changes or mistakes. */
export function FormIndex({ changed, issues }: FormIndexProps) {
  const { active } = useScrollSpy({
    selector: '[id^="section-"]',
    getDepth: () => 1,
    getValue: ({ id }) => id,
    offset: 80,
  })
  return (
    <nav aria-label="Sections of the form" className={styles.index}>
      {SECTIONS.map((section, index) => (
        <UnstyledButton
          key={section.id}
          className={styles.indexEntry!}
          data-here={index === Math.max(0, active) || undefined}
          onClick={() => goTo(section.id)}
        >
          {section.title}
          <SectionMark section={section} changed={changed} issues={issues} />
        </UnstyledButton>
      ))}
    </nav>
  )
}

function SectionMark({
  section,
  changed,
  issues,
}: FormIndexProps & { readonly section: (typeof SECTIONS)[number] }) {
  const isHere = (field: FormField | undefined) => field !== undefined && section.fields.includes(field)
  if (issues.some(({ path }) => isHere(fieldOf(path)))) {
    return (
      <span className={styles.mark} data-bad>
        check
      </span>
    )
  }
  return changed.some(isHere) ? <span className={styles.mark}>changed</span> : null
}

/** Scrolls to a section. A link with # would go to the base address. */
export function goTo(sectionId: string): void {
  const section = document.querySelector<HTMLElement>(`#section-${sectionId}`)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

interface FormSectionProps {
  /** An id of `SECTIONS`. */
  readonly id: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

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
