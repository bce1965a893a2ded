import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** A sentence about the purpose of the page. */
  readonly description?: ReactNode
  /** Stands above the title: the way back. */
  readonly above?: ReactNode
  /** Actions of the page, on the right. */
  readonly children?: ReactNode
}

/** The length from which a title is shown smaller: else it would push everything else out of the window of a phone. */
const LONG_LENGTH = 60

/** Every page begins with it, and so has its one heading of the first level and its title in the tab. */
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
