import { Alert, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'

/** Nobody has an account yet: how the first one is made. */
export function FirstAdminNotice() {
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
