import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** Says what the page is for. */
  readonly description?: ReactNode
  /** Above the title: the way back. */
  readonly above?: ReactNode
  /** The page's actions, on the right. */
  readonly children?: ReactNode
}

/** Longer titles are smaller, so that they leave space on a phone. */
const LONG_LENGTH = 60

/** Begins every page, with its only first-level heading and the tab's title. */
export function PageHeader({ title, description, above, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Tocsin`)
  return (
    <Stack gap={4} mb="lg">
      {above}
      <Group justify="space-between" align="center" gap="sm">
        <Title
          order={1}
          className={styles.title!}
          data-long={title.length > LONG_LENGTH || undefined}
          tabIndex={-1}
        >
          {title}
        </Title>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
      {description && (
        <Text c="dimmed" size="sm" maw={720}>
          {description}
        </Text>
      )}
    </Stack>
  )
}
