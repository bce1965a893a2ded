import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, take } from '../../../api/client.ts'
import { issueAt } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { isReady, NewPasswordFields, NO_PASSWORD } from '../../sign-in/new-password-fields.tsx'
import { useAction } from '../../../ui/page/use-action.ts'

export function ChangePassword() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Password"
      description="Changing it signs you out everywhere else."
      actions={
        !isOpen && (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      {isOpen && <ChangePasswordForm onDone={() => setOpen(false)} />}
    </Panel>
  )
}

function ChangePasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { name } = useSession()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState(NO_PASSWORD)
  const { isBusy, error, run, forgetError } = useAction()
  const currentError = issueAt(error, 'current_password')
  const nextError = issueAt(error, 'new_password')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = { current_password: current, new_password: next.password }
      await take(api.PUT('/v1/session/password', { body }))
      void client.invalidateQueries({ queryKey: ['sessions'] })
      notifications.show({ message: 'Your password is changed. You are signed out everywhere else.' })
      onDone()
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw={400}>
        <ProblemAlert error={currentError === undefined && nextError === undefined ? error : null} />
        <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
        <PasswordInput
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          value={current}
          error={currentError}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields
          label="New password"
          value={next}
          username={name}
          error={nextError}
          onChange={(value) => {
            setNext(value)
            if (nextError !== undefined) forgetError()
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={current === '' || !isReady(next, name)}>
            Change password
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
