import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Brand } from '../../shell/brand.tsx'

interface WelcomeProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** The frame of what is shown to whoever is not signed in yet. */
export function Welcome({ title, description, children }: WelcomeProps) {
  useDocumentTitle(`${title} · Tocsin`)
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Brand />
        </Center>
        <Paper p="xl" withBorder shadow="sm">
          <Title order={1} size="h3" mb={description ? 4 : 'md'}>
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" mb="md" component="div">
              {description}
            </Text>
          )}
          {children}
        </Paper>
      </Stack>
    </Center>
  )
}
