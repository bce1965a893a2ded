import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx'

export function SignInDialog({ onDone }: { readonly onDone: () => void }) {
  const client = useQueryClient()
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      // Above an open dialog.
      zIndex={400}
      title="Your session has ended"
    >
      <Text size="sm" mb="md">
        Sign in again to continue. The page below is as you left it.
      </Text>
      <SignInForm
        returnTo={here}
        onDone={() => {
          onDone()
          void client.invalidateQueries()
        }}
      />
    </Modal>
  )
}
