import { Group, Text } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { AnchorLink } from '../../ui/page/links.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'

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

/** Says why a webhook could not be read, with the way back. */
export function WebhookProblem({ id, error }: { readonly id: number; readonly error: Error }) {
  return (
    <>
      <PageHeader title={`Webhook ${id}`} above={<BackToWebhooks />} />
      <ProblemAlert error={error} />
    </>
  )
}

/** Null: no id. */
export function parseId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
