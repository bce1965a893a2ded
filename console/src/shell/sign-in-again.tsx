import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onSignedOut } from '../api/client.ts'
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx'

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
      <SignInForm
        returnTo={here}
        onDone={() => {
          setNeeded(false)
          void client.invalidateQueries()
        }}
      />
    </Modal>
  )
}
