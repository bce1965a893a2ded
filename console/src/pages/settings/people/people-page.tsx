import { Button, Group, Text } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeList } from '../../../api/list.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { RowList } from '../../../ui/list/row-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog, type MadeLink } from './link-dialog.tsx'
import { UserAction, type Action } from './user-action.tsx'
import { UserRow } from './user-row.tsx'
import { usersQuery } from './users-query.ts'

/** Lists users and their roles. */
export function PeoplePage() {
  useDocumentTitle('People · Settings · Tocsin')
  return (
    <NeedsRight scope="admin" what="the people">
      <People />
    </NeedsRight>
  )
}

function People() {
  const { data, error, isPending } = useQuery(usersQuery)
  const [isInviting, { open, close }] = useDisclosure()
  const [link, setLink] = useState<MadeLink | null>(null)
  const [action, setAction] = useState<Action | null>(null)
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          Invited people get a link to choose a password. Nobody else sees the password.
        </Text>
        <Button leftSection={<IconUserPlus size={16} />} onClick={open}>
          Invite
        </Button>
      </Group>
      <RowList
        list={wholeList(data ?? [], { isLoading: isPending, error })}
        label="People"
        columns="minmax(0, 1fr) 150px minmax(0, 200px) 140px 40px"
        heads={['Name', 'Role', 'Sign-in', 'Last sign-in', '']}
        empty={
          <EmptyState icon={IconUsers} title="Nobody has an account yet">
            Invite the first person, or open the link that the service printed when it started.
          </EmptyState>
        }
      >
        {(user) => <UserRow key={user.id} user={user} onAction={(kind) => setAction({ kind, user })} />}
      </RowList>
      <InviteDialog isOpen={isInviting} onClose={close} onMade={setLink} />
      <UserAction action={action} onClose={() => setAction(null)} onLink={setLink} />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  )
}
