import { Modal, Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onSignedOut } from '../api/client.ts'

/** Seldom needed, and when it is, the service is there: it has just said so. */
const SignInForm = lazy(() =>
  import('../pages/sign-in/sign-in-form.tsx').then(({ SignInForm }) => ({ default: SignInForm })),
)

/** A session that ends in the middle of something: signing in again happens above the page, and nothing typed is lost. */
export function SignInAgain() {
  const [isNeeded, setNeeded] = useState(false)
  const client = useQueryClient()
  const here = useRouterState({ select: ({ location }) => location.href })
  useEffect(() => onSignedOut(() => setNeeded(true)), [])
  return (
    <Modal
      opened={isNeeded}
      onClose={() => undefined}
      withCloseButton={false}
      // Also above a dialog that was open.
      zIndex={400}
      title="Your session has ended"
    >
      <Text size="sm" mb="md">
        Sign in again to go on. The page below is as you left it.
      </Text>
      <Suspense fallback={<Skeleton height={220} />}>
        <SignInForm
          returnTo={here}
          onDone={() => {
            setNeeded(false)
            void client.invalidateQueries()
          }}
        />
      </Suspense>
    </Modal>
  )
}
