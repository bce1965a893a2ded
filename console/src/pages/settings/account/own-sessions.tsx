import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import { useSignOut } from '../../../api/sign-in.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { describeBrowser } from './browser-words.ts'
import styles from '../people/people.module.css'

type OwnSession = components['schemas']['OwnSession']

/** Where one is signed in, and a way to end that from here. */
export function OwnSessions() {
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
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => take(api.DELETE('/v1/sessions/{id}', { params: { path: { id: session.id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
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
