import { ActionIcon, Group, Menu, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconCopyPlus, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { ButtonLink } from '../../../ui/page/links.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { EnableSwitch } from '../enable-switch.tsx'
import type { Webhook } from '../webhook-types.ts'
import { BackToWebhooks } from '../back-link.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { definitionText } from './definition-text.ts'

/** Shows the name, and the actions on the webhook. */
export function WebhookHeader({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, mode, description, enabled } = webhook
  const navigate = useNavigate()
  const more = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(definitionText(webhook))
    notifications.show({
      message: 'The definition is copied, as JSON that POST /v1/webhooks takes. Secrets in it are hidden.',
    })
  }
  return (
    <Stack gap={0}>
      <PageHeader
        title={name}
        above={<BackToWebhooks />}
        description={
          description === '' ? undefined : (
            <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{description}</span>
          )
        }
      >
        <Group gap="md" wrap="nowrap">
          <EnableSwitch id={id} name={name} mode={mode} isEnabled={enabled} isWide />
          <Guarded scope="webhooks:write" to="change webhooks">
            <ButtonLink
              to="/webhooks/$id/edit"
              params={{ id: String(id) }}
              leftSection={<IconPencil size={16} />}
            >
              Edit
            </ButtonLink>
          </Guarded>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon ref={more} variant="default" size={36} aria-label="More">
                <IconDotsVertical size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Guarded scope="webhooks:write" to="create webhooks">
                <Menu.Item
                  leftSection={<IconCopyPlus size={16} />}
                  onClick={() => void navigate({ to: '/webhooks/new', search: { copy: id } })}
                >
                  Duplicate
                </Menu.Item>
              </Guarded>
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
                Copy the definition
              </Menu.Item>
              <Menu.Divider />
              <Guarded scope="webhooks:write" to="delete webhooks">
                <Menu.Item
                  c="var(--tocsin-bad)"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => {
                    // The dialog gives the focus back to where it was.
                    more.current?.focus()
                    setDeleting(true)
                  }}
                >
                  Delete
                </Menu.Item>
              </Guarded>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </PageHeader>
      <DeleteWebhook webhook={webhook} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Stack>
  )
}
