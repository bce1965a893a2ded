import { Stack, Button, Group, PasswordInput, Badge, Skeleton, Text } from '@mantine/core'
import { useDocumentTitle, useDisclosure } from '@mantine/hooks'
import { labelOfScope } from '../../../api/scopes.ts'
import { useSession } from '../../../api/session.ts'
import { Facts } from '../../../ui/page/facts.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { aboutRole, labelOfRole } from '../people/people-words.ts'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, take } from '../../../api/client.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { issueAt } from '../../../api/problem.ts'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { isReady, NewPasswordFields, NO_PASSWORD } from '../../sign-in/new-password-fields.tsx'
import { Confirm, useAction } from '../../../ui/page/confirm.tsx'
import type { components } from '../../../api/schema.ts'
import { useSignOut } from '../../../api/sign-in.ts'
import styles from './account.module.css'
import { describeBrowser } from './browser-words.ts'

export function AccountPage() {
  useDocumentTitle('Account · Settings · Tocsin')
  const { name, kind, role, scopes, expires_at: expiresAt } = useSession()
  return (
    <Stack gap="md">
      <Panel title="Your account">
        <Facts
          facts={[
            { name: 'Name', value: name },
            { name: 'Signed in', value: kind === 'token' ? 'with a token' : 'as a user' },
            { name: 'Role', value: role !== null && `${labelOfRole(role)}: ${aboutRole(role)}` },
            { name: 'Scopes', value: role === null && scopes.map(labelOfScope).join(' · ') },
            {
              name: 'Session ends',
              value: expiresAt !== null && (
                <>
                  <Time at={expiresAt} />, unless you stay active
                </>
              ),
            },
          ]}
        />
      </Panel>
      {kind === 'user' && <ChangePassword />}
      <OwnSessions />
    </Stack>
  )
}

function ChangePassword() {
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
  const refresh = useRefresh()
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
      void refresh('sessions')
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

type OwnSession = components['schemas']['OwnSession']

/** Lists one's own sessions, to end them from here. */
function OwnSessions() {
  const { data, error, isPending } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => take(api.GET('/v1/sessions')),
  })
  const [asks, { open, close }] = useDisclosure()
  const signOut = useSignOut()
  return (
    <Panel
      title="Your sessions"
      actions={
        data && data.items.length > 0 ? (
          <Button variant="default" size="sm" onClick={open}>
            Sign out everywhere
          </Button>
        ) : undefined
      }
    >
      {isPending && <Skeleton height={90} role="status" aria-label="Loading" />}
      <ProblemAlert error={error} />
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No session is open.
        </Text>
      )}
      <ul className={styles.plain} aria-label="Sessions">
        {data?.items.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <Confirm
        isOpen={asks}
        onClose={close}
        onConfirm={() => signOut('everywhere')}
        title="Sign out everywhere?"
        action="Sign out everywhere"
      >
        <Text size="sm">This ends all your sessions, including this one. You can sign in again at once.</Text>
      </Confirm>
    </Panel>
  )
}

function SessionItem({ session }: { readonly session: OwnSession }) {
  const refresh = useRefresh()
  const end = useMutation({
    mutationFn: () => take(api.DELETE('/v1/sessions/{id}', { params: { path: { id: session.id } } })),
    onSuccess: () => refresh('sessions'),
  })
  const name = session.kind === 'console' ? describeBrowser(session.user_agent) : 'A program, by /api/token/'
  return (
    <li className={styles.item}>
      <div className={styles.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {session.current && (
            <Badge size="sm" variant="light" tt="none">
              here
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {session.address} · signed in <Time at={session.created_at} /> · last seen{' '}
          <Time at={session.seen_at} />
        </Text>
        <ProblemAlert error={end.error} />
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Sign out there: ${name}, ${session.address}`}
        >
          Sign out there
        </Button>
      )}
    </li>
  )
}
