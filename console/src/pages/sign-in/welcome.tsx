import { Paper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './welcome.module.css'

interface WelcomeProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** The frame of pages before the sign-in. */
export function Welcome({ title, description, children }: WelcomeProps) {
  useDocumentTitle(`${title} · Tocsin`)
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <img src="icon.svg" width={56} height={56} alt="" />
          <div className={styles.name}>Tocsin</div>
          <Text size="sm" c="dimmed">
            Webhooks for database monitoring
          </Text>
        </div>
        <Paper shadow="sm" className={styles.card!}>
          <Title order={1} size="h3" mb={description ? 4 : 'md'} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" mb="md" component="div">
              {description}
            </Text>
          )}
          {children}
        </Paper>
      </div>
    </main>
  )
}
