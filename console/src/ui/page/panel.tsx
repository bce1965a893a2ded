import { Group, Paper, Text, Title, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page-parts.module.css'

interface PanelProps extends PaperProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** Actions on the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, description, actions, children, ...paper }: PanelProps) {
  return (
    <Paper component="section" p="md" className={styles.panel!} {...paper}>
      {(title !== undefined || actions !== undefined) && (
        <Group justify="space-between" mb="sm" gap="xs">
          <div>
            {title !== undefined && (
              <Title order={2} size="h5">
                {title}
              </Title>
            )}
            {description !== undefined && (
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  )
}
