import { Group, Text } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { AnchorLink } from '../../ui/page/links.tsx'

/** The way back to the list. */
export function BackToWebhooks() {
  return (
    <AnchorLink to="/webhooks" size="sm" w="fit-content">
      <Group gap={2} wrap="nowrap">
        <IconChevronLeft size={15} aria-hidden />
        Webhooks
      </Group>
    </AnchorLink>
  )
}

/** The way back to one of them. */
export function BackToWebhook({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm" w="fit-content" maw="100%">
      <Group gap={2} wrap="nowrap">
        <IconChevronLeft size={15} aria-hidden style={{ flexShrink: 0 }} />
        <Text span inherit truncate miw={0}>
          {name}
        </Text>
      </Group>
    </AnchorLink>
  )
}
