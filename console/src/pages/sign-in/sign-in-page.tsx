import { Alert, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { BASE_PATH } from '../../api/client.ts'
import { signInWaysQuery } from '../../api/sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Welcome } from './welcome.tsx'
import { locationOf } from './place-of.ts'

/** Why a sign-in through the provider failed, by the code in the address. */
const SENTENCES: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was cancelled at the provider.',
  expired: 'The sign-in took too long, or started in another window. Try again.',
  provider_unreachable:
    'The provider did not answer. Try again in a moment, or sign in with a password or a token.',
  no_role:
    'The provider knows you, but gives you no role here. Ask an admin to put you into one of the groups that may sign in.',
  disabled: 'Your account is disabled. Ask an admin to enable it.',
  name_taken:
    'Somebody else has your name here already. Ask an admin to rename that user, then sign in again.',
}

export function SignInPage() {
  const { to, problem } = useSearch({ from: '/sign-in' })
  const { data: ways, isPending } = useQuery(signInWaysQuery)
  const router = useRouter()
  const place = locationOf(to)
  // With its search, which the router's types do not know.
  const goOn = () => router.history.push(`${BASE_PATH}${place}`)
  const sentence = problemSentenceOf(problem)
  return (
    <Welcome title="Sign in">
      {sentence !== undefined && (
        <Alert color="red" mb="md" role="alert" icon={<IconAlertTriangle size={18} />}>
          {sentence}
        </Alert>
      )}
      {ways?.first_admin && <FirstAdminNotice />}
      {/* The first form depends on whether there are accounts; changing it later would lose typed text. */}
      {isPending ? (
        <Skeleton height={220} role="status" aria-label="Loading" />
      ) : (
        <SignInForm onDone={goOn} returnTo={place} beginsWithToken={ways?.first_admin ?? false} />
      )}
    </Welcome>
  )
}

/** Explains how to create the first account. */
function FirstAdminNotice() {
  return (
    <Alert color="petrol" mb="md" icon={<IconUserPlus size={18} />} title="Nobody has an account yet">
      <Text size="sm">
        When the service started, it printed a link for the first admin. Open it to choose your name and
        password.
      </Text>
      <Text size="sm" mt={6}>
        It is valid for 24 hours and works once. For a new one, restart the service. Or sign in with a token:
      </Text>
    </Alert>
  )
}

/** Returns the sentence above the form; undefined: no problem. */
function problemSentenceOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  return (
    SENTENCES[code] ??
    'The sign-in through the provider did not succeed. Try again; the log of the service says why.'
  )
}
