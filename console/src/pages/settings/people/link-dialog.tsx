import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { BASE_URL } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import { Time } from '../../../ui/text/time.tsx'
import { ShownOnce } from '../shown-once.tsx'

/** A link for choosing a password. */
export interface MadeLink {
  readonly name: string
  readonly address: string
  readonly expiresAt: string
}

export function linkOf({ name, invitation }: components['schemas']['InvitedUser']): MadeLink {
  return { name, address: `${BASE_URL}${invitation.path}`, expiresAt: invitation.expires_at }
}

interface LinkDialogProps {
  /** Null: none was created. */
  readonly link: MadeLink | null
  readonly onClose: () => void
}

export function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      size="lg"
      title="Link created"
      closeOnClickOutside={false}
    >
      {link !== null && (
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Give it to <b>{link.name}</b> over a channel you trust: whoever opens it chooses the password. It
            works once, and expires <Time at={link.expiresAt} />.
          </Text>
          <ShownOnce secret={link.address} what="link" />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
