import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'
import { useAction } from './use-action.ts'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  /** The consequences of the action. */
  readonly children: ReactNode
  /** The action, as a method with its object: `Delete the webhook`. */
  readonly action: string
  /** The label of the button that changes nothing. */
  readonly dismiss?: string
  readonly isDangerous?: boolean
  /** Runs the action: its error is shown here; when it is done, the dialog closes. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Confirm({
  isOpen,
  title,
  children,
  action,
  dismiss = 'Cancel',
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
            {dismiss}
          </Button>
          <Button {...(isDangerous && { color: 'red.9' })} loading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
