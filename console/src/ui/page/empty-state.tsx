import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: Icon
  readonly title: string
  /** The next steps. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Says why there is nothing yet, and the next step. */
export function EmptyState({ icon: StateIcon, title, children, action }: EmptyStateProps) {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon size={56} radius="xl" variant="light">
          <StateIcon size={28} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}
