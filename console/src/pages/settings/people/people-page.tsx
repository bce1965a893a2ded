import { ActionIcon, Badge, Button, Group, Menu, Modal, Text } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconUserPlus, IconUsers, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAll, wholeList } from '../../../api/list.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/rights.tsx'
import { RowList, Cell, Row } from '../../../ui/list/row-list.tsx'
import { LinkDialog, type MadeLink, linkOf } from './link-dialog.tsx'
import { UserAction, type Action, type ActionKind } from './user-action.tsx'
import { api, take } from '../../../api/client.ts'
import { issueAt } from '../../../api/problem.ts'
import { RoleChoice, UserNameInput } from './user-fields.tsx'
import { labelOfRole, type Role, type User, waysOf } from './people-words.ts'
import { ActionForm } from '../../../ui/page/confirm.tsx'
import { useSession } from '../../../api/session.ts'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'

export function PeoplePage() {
  useDocumentTitle('People · Settings · Tocsin')
  return (
    <NeedsRight scope="admin" what="the people">
      <People />
    </NeedsRight>
  )
}

function People() {
  const { data, error, isPending } = useQuery({ queryKey: ['users'], queryFn: readUsers })
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
      <Modal opened={isInviting} onClose={close} title="Invite a person">
        <InviteForm
          onMade={(made) => {
            close()
            setLink(made)
          }}
        />
      </Modal>
      <UserAction action={action} onClose={() => setAction(null)} onLink={setLink} />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  )
}

/** Reads all users by name; at most 1,000. */
async function readUsers(): Promise<readonly User[]> {
  const read = (cursor: string | undefined) =>
    take(api.GET('/v1/users', { params: { query: { limit: 500, ...(cursor && { cursor }) } } }))
  return (await readAll<User>(read, 2)).toSorted((one, other) => one.name.localeCompare(other.name))
}

function InviteForm({ onMade }: { readonly onMade: (link: MadeLink) => void }) {
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  return (
    <ActionForm
      action="Invite"
      isDisabled={name.trim() === ''}
      shownAtFields={['name']}
      onSubmit={async () => {
        const made = await take(api.POST('/v1/users', { body: { name: name.trim(), role } }))
        await refresh('users')
        onMade(linkOf(made))
      }}
    >
      {(error) => (
        <>
          <UserNameInput value={name} onChange={setName} error={issueAt(error, 'name')} />
          <RoleChoice value={role} onChange={setRole} />
        </>
      )}
    </ActionForm>
  )
}

interface UserRowProps {
  readonly user: User
  readonly onAction: (kind: ActionKind) => void
}

function UserRow({ user, onAction }: UserRowProps) {
  const isMe = useSession().user_id === user.id
  return (
    <Row>
      <Cell isWide>
        <Group gap={8}>
          <Text size="sm" fw={600} span style={{ overflowWrap: 'anywhere' }}>
            {user.name}
          </Text>
          {isMe && (
            <Badge size="sm" variant="light" tt="none">
              you
            </Badge>
          )}
          {user.disabled && <StateBadge state="disabled" size="sm" />}
        </Group>
      </Cell>
      <Cell label="Role">{labelOfRole(user.role)}</Cell>
      <Cell label="Sign-in">{waysOf(user)}</Cell>
      <Cell label="Last sign-in">
        {user.last_sign_in_at === null ? 'never' : <Time at={user.last_sign_in_at} />}
      </Cell>
      <Cell isCorner>
        <UserMenu user={user} isMe={isMe} onAction={onAction} />
      </Cell>
    </Row>
  )
}

/** Hides actions that would lock oneself out; the service refuses them, too. */
function UserMenu({ user, isMe, onAction }: UserRowProps & { readonly isMe: boolean }) {
  const opener = useRef<HTMLButtonElement>(null)
  const choose = (kind: ActionKind) => {
    // The dialog returns the focus.
    opener.current?.focus()
    onAction(kind)
  }
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          aria-label={`What can be done with ${user.name}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => choose('edit')}>Change name or role</Menu.Item>
        <Menu.Item onClick={() => choose('link')} disabled={user.disabled}>
          New password link
        </Menu.Item>
        <Menu.Item onClick={() => choose('sign-out')}>Sign out everywhere</Menu.Item>
        <Menu.Divider />
        {isMe ? (
          <Menu.Label>Another admin can disable or remove you.</Menu.Label>
        ) : (
          <>
            <Menu.Item onClick={() => choose(user.disabled ? 'enable' : 'disable')}>
              {user.disabled ? 'Enable' : 'Disable'}
            </Menu.Item>
            <Menu.Item c="var(--tocsin-bad)" onClick={() => choose('remove')}>
              Remove
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
