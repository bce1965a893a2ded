import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSession } from '../../../api/session.ts'
import { Cell, Row } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { labelOfRole } from './role-words.ts'
import type { ActionKind } from './user-action.tsx'
import { waysOf, type User } from './user-words.ts'

interface UserRowProps {
  readonly user: User
  readonly onAction: (kind: ActionKind) => void
}

export function UserRow({ user, onAction }: UserRowProps) {
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

/** Nobody can lock himself out: what would is not offered, and the service would refuse it. */
function UserMenu({ user, isMe, onAction }: UserRowProps & { readonly isMe: boolean }) {
  const opener = useRef<HTMLButtonElement>(null)
  const choose = (kind: ActionKind) => {
    // The dialog gives the focus back to where it was.
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
        {isMe ? (
          <>
            <Menu.Divider />
            <Menu.Label>Another admin can disable or remove you.</Menu.Label>
          </>
        ) : (
          <>
            <Menu.Divider />
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
