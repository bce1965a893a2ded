import { Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { labelOfScope } from '../../../api/scopes.ts'
import { useSession } from '../../../api/session.ts'
import { Facts } from '../../../ui/page/facts.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { aboutRole, labelOfRole } from '../people/role-words.ts'

/** Shows the signed-in user with rights and sessions. */
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
            { name: 'Rights', value: role === null && scopes.map(labelOfScope).join(' · ') },
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
