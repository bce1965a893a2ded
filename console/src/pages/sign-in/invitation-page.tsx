import { Anchor, Skeleton, Stack, Text, Button, TextInput } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { checkInvitation, type Invitation, useOpenSession } from '../../api/sign-in.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { Welcome } from './welcome.tsx'
import { issueAt } from '../../api/problem.ts'
import { isReady, NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx'
import { useAction } from '../../ui/page/confirm.tsx'

/** The page of a one-time link: choose a password, and be signed in. */
export function InvitationPage() {
  const code = useCode()
  const { data, error, isLoading } = useQuery(invitationQuery(code))
  if (code === '') return <NoCode />
  if (error !== null) {
    return (
      <Welcome title="This link does not work">
        <Stack gap="md">
          <ProblemAlert error={error} />
          <AnchorLink to="/sign-in" size="sm">
            Go to the sign-in
          </AnchorLink>
        </Stack>
      </Welcome>
    )
  }
  if (isLoading || data === undefined) {
    return (
      <Welcome title="Welcome">
        <Skeleton height={220} role="status" aria-label="Loading" />
      </Welcome>
    )
  }
  return (
    <Welcome title={titleOf(data)} description={greetingOf(data)}>
      <InvitationForm code={code} invitation={data} />
    </Welcome>
  )
}

/**
 * Takes the code after the `#` and removes it from the address: nobody shall read it over a shoulder, or in
 * the history.
 */
function useCode(): string {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const navigate = useNavigate()
  const [code, setCode] = useState(hash)
  if (hash !== '' && hash !== code) setCode(hash)
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/invitation', hash: '', replace: true })
  }, [hash, navigate])
  return code
}

function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: () => checkInvitation(code),
    enabled: code !== '',
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

function NoCode() {
  return (
    <Welcome title="Open the link again">
      <Text size="sm">
        This page forgets the link when you leave or reload it. Open the whole link once more, or{' '}
        <Anchor component="span" inherit>
          <AnchorLink to="/sign-in" inherit>
            sign in
          </AnchorLink>
        </Anchor>{' '}
        if you have a password already.
      </Text>
    </Welcome>
  )
}

function titleOf({ purpose, username }: Invitation): string {
  if (purpose === 'first_admin') return 'Welcome to Tocsin'
  return purpose === 'new_user' ? `Welcome, ${username ?? ''}` : `Hello again, ${username ?? ''}`
}

function greetingOf({ purpose, role }: Invitation): string {
  if (purpose === 'first_admin') {
    return 'You are the first. Choose a name and a password; you become an admin, and can invite others.'
  }
  return purpose === 'new_user'
    ? `You were invited as ${role}. Choose a password to sign in.`
    : 'Choose a new password. You are then signed out everywhere else.'
}

/** Names its fields as password managers expect. */
function InvitationForm({ code, invitation }: { readonly code: string; readonly invitation: Invitation }) {
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
      // Another person's data may be cached in this browser.
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
