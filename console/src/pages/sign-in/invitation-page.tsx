import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { checkInvitation, type Invitation } from '../../api/sign-in.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { Welcome } from './welcome.tsx'

/** Where a one-time link leads: somebody chooses a password, and is signed in. */
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

/** The code after the `#`. It leaves the address at once: nobody shall read it over a shoulder, or in the history. */
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
