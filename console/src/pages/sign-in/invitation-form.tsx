import { Button, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { issueAt } from '../../api/problem.ts'
import { useOpenSession, type Invitation } from '../../api/sign-in.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { isReady, NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx'
import { useAction } from '../../ui/page/use-action.ts'

interface InvitationFormProps {
  readonly code: string
  readonly invitation: Invitation
}

/** A form with a name and a new password, as password managers want it. */
export function InvitationForm({ code, invitation }: InvitationFormProps) {
  const { acceptInvitation } = useOpenSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [username, setUsername] = useState(invitation.username ?? '')
  const [passwords, setPasswords] = useState(NO_PASSWORD)
  const { isBusy, error, run, forgetError } = useAction()
  const choosesName = invitation.username === null
  const nameError = issueAt(error, 'username') ?? issueAt(error, 'name')
  const passwordError = issueAt(error, 'password')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      await acceptInvitation({
        code,
        ...(choosesName && { username: username.trim() }),
        password: passwords.password,
      })
      // What somebody else may have read in this browser before.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      await navigate({ to: '/' })
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <ProblemAlert error={nameError === undefined && passwordError === undefined ? error : null} />
        <TextInput
          label="Name"
          name="username"
          autoComplete="username"
          required
          withAsterisk={false}
          maxLength={200}
          readOnly={!choosesName}
          {...(choosesName && { autoFocus: true })}
          {...(!choosesName && { description: 'Your name for signing in.' })}
          value={username}
          error={nameError}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <NewPasswordFields
          value={passwords}
          onChange={(next) => {
            setPasswords(next)
            if (passwordError !== undefined) forgetError()
          }}
          username={username}
          error={passwordError}
        />
        <Button
          type="submit"
          loading={isBusy}
          disabled={username.trim() === '' || !isReady(passwords, username)}
          fullWidth
        >
          {choosesName ? 'Create account' : 'Set the password and sign in'}
        </Button>
      </Stack>
    </form>
  )
}
