import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { issueAt } from '../../api/problem.ts'
import { ProblemAlert } from './problem-alert.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface ConfirmProps extends DialogProps {
  readonly title: string
  /** The consequences of the action. */
  readonly children: ReactNode
  /** An imperative: `Delete the webhook`. */
  readonly action: string
  /** The label of the button that changes nothing. */
  readonly dismiss?: string
  readonly isDangerous?: boolean
  /** Runs the action: its error is shown here; success closes the dialog. */
  readonly onConfirm: () => Promise<unknown>
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

interface ActionFormProps {
  /** The label of the button that runs it. */
  readonly action: string
  readonly isDisabled?: boolean
  /** Members of the request whose mistakes the fields show. */
  readonly shownAtFields: readonly string[]
  readonly onSubmit: () => Promise<unknown>
  /** Returns the fields, with the last error. */
  readonly children: (error: unknown) => ReactNode
}

/** A form in a dialog that runs an action, and shows its error. */
export function ActionForm({
  action,
  isDisabled = false,
  shownAtFields,
  onSubmit,
  children,
}: ActionFormProps) {
  const { isBusy, error, run } = useAction()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(onSubmit)
      }}
    >
      <Stack gap="md">
        <ProblemAlert error={shownAtFields.some((path) => issueAt(error, path)) ? null : error} />
        {children(error)}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Runs an action for a form or dialog. `error`: what the last run threw; null: nothing, or it was dismissed. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run, forgetError: () => setError(null) }
}
