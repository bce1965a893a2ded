import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { BASE_URL } from '../../api/client.ts'
import { signInWaysQuery, useOpenSession } from '../../api/sign-in.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/confirm.tsx'

interface SignInFormProps {
  readonly onDone: () => void
  readonly beginsWithToken?: boolean
  /** Where the provider leads back to; default: the start page. */
  readonly returnTo?: string | undefined
}

/** Signs in by name and password, by a token, or through the provider. */
export function SignInForm({ onDone, beginsWithToken = false, returnTo }: SignInFormProps) {
  const { data: ways } = useQuery(signInWaysQuery)
  const { signIn } = useOpenSession()
  const [usesToken, setUsesToken] = useState(beginsWithToken)
  const { isBusy, error, run } = useAction()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    await run(async () => {
      await signIn(
        usesToken
          ? { token: text('token').trim() }
          : { username: text('username'), password: text('password') },
      )
      onDone()
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <ProblemAlert error={error} />
        {usesToken ? (
          <PasswordInput
            key="token"
            name="token"
            label="Token"
            description="A token of the API. The first one is in the file admin-token of the data folder."
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
            autoFocus
          />
        ) : (
          <>
            <TextInput
              key="username"
              name="username"
              label="Name"
              required
              withAsterisk={false}
              autoComplete="username"
              data-autofocus
              autoFocus
            />
            <PasswordInput
              key="password"
              name="password"
              label="Password"
              required
              withAsterisk={false}
              autoComplete="current-password"
            />
          </>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          Sign in
        </Button>
        {ways?.oidc && (
          <>
            <Divider label="or" />
            <Button
              component="a"
              href={`${BASE_URL}${ways.oidc.start}${returnTo === undefined ? '' : `?to=${encodeURIComponent(returnTo)}`}`}
              variant="default"
              fullWidth
            >
              Sign in with {ways.oidc.name}
            </Button>
          </>
        )}
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="center"
          onClick={() => setUsesToken(!usesToken)}
        >
          {usesToken ? 'Sign in with name and password' : 'Sign in with a token instead'}
        </Anchor>
      </Stack>
    </form>
  )
}
