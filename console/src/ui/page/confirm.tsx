import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'
import { useAction } from './use-action.ts'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  /** What will happen, and what will be lost. */
  readonly children: ReactNode
  /** The deed, as a verb with its object: `Delete the webhook`. */
  readonly action: string
  readonly isDangerous?: boolean
  /** What it throws is shown here; when it is done, the dialog closes. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Confirm({
  isOpen,
  title,
  children,
  action,
  isDangerous = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { isBusy, error, run, forgetError } = useAction()
  const close = () => {
    forgetError()
    onClose()
  }
  const confirm = async () => {
    await run(async () => {
      await onConfirm()
      close()
    })
  }
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack gap="md">
        {children}
        <ProblemAlert error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Go back
          </Button>
          <Button {...(isDangerous && { color: 'red.9' })} loading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
