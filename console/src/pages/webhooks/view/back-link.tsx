import { Anchor, Group } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** The way back to the list. */
export function BackToWebhooks() {
  return (
    <Anchor component={Link} to="/webhooks" size="sm" w="fit-content">
      <Group gap={2} wrap="nowrap">
        <IconChevronLeft size={15} aria-hidden />
        Webhooks
      </Group>
    </Anchor>
  )
}

/** The way back to one of them. */
export function BackToWebhook({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Anchor component={Link} to="/webhooks/$id" params={{ id: String(id) }} size="sm" w="fit-content" maw="100%">
      <Group gap={2} wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
        <IconChevronLeft size={15} aria-hidden style={{ flexShrink: 0 }} />
        {name}
      </Group>
    </Anchor>
  )
}
