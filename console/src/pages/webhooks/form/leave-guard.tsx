import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface LeaveGuardProps {
  /** Read when somebody leaves, so that what has just been saved does not ask. */
  readonly isDirty: () => boolean
  readonly onDiscard: () => void
}

/** Asks before a changed form is left. */
export function LeaveGuard({ isDirty, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Stack gap="md">
        <Text size="sm">Your changes are not saved.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              onDiscard()
              proceed?.()
            }}
          >
            Discard
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
