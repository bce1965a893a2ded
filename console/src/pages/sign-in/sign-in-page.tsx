import { Alert, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { BASE_PATH } from '../../api/client.ts'
import { signInWaysQuery } from '../../api/sign-in.ts'
import { FirstAdminNotice } from './first-admin-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { locationOf } from './place-of.ts'
import { problemSentenceOf } from './sign-in-problem.ts'
import { Welcome } from './welcome.tsx'

export function SignInPage() {
  const { to, problem } = useSearch({ from: '/sign-in' })
  const { data: ways, isPending } = useQuery(signInWaysQuery)
  const router = useRouter()
  const place = locationOf(to)
  // With its search, which the types of the router do not know.
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
      {/* How one signs in first depends on whether anybody has an account: another form would lose what is typed. */}
      {isPending ? (
        <Skeleton height={220} role="status" aria-label="Loading" />
      ) : (
        <SignInForm onDone={goOn} returnTo={place} beginsWithToken={ways?.first_admin ?? false} />
      )}
    </Welcome>
  )
}
