import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  /** What will happen, and what will be lost. */
  readonly children: ReactNode
  /** The deed, as a verb with its object: `Delete the webhook`. */
  readonly deed: string
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
  deed,
  isDangerous = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const close = () => {
    setError(null)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      close()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
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
            {deed}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
