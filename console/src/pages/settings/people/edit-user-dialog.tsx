import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, take } from '../../../api/client.ts'
import { issueAt } from '../../../api/problem.ts'
import { useForgetSession, useSession } from '../../../api/session.ts'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { RoleChoice } from './role-choice.tsx'
import { isLesser, type Role } from './role-words.ts'
import type { User } from './user-words.ts'
import { UserNameInput } from './user-name-input.tsx'
import { usersQuery } from './users-query.ts'
import { useAction } from '../../../ui/page/use-action.ts'

interface EditUserDialogProps {
  /** Null: nobody is to be changed. */
  readonly user: User | null
  readonly onClose: () => void
}

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  return (
    <Modal opened={user !== null} onClose={onClose} title="Change name or role">
      {user !== null && <EditUserForm user={user} onDone={onClose} />}
    </Modal>
  )
}

function EditUserForm({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const client = useQueryClient()
  const forgetSession = useForgetSession()
  const isMe = useSession().user_id === user.id
  const [name, setName] = useState(user.name)
  const [role, setRole] = useState<Role>(user.role)
  const { isBusy, error, run } = useAction()
  const nameError = issueAt(error, 'name')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = {
        ...(name.trim() !== user.name && { name: name.trim() }),
        ...(role !== user.role && { role }),
      }
      await take(api.PATCH('/v1/users/{id}', { params: { path: { id: user.id } }, body }))
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      if (isMe) await forgetSession()
      onDone()
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <ProblemAlert error={nameError === undefined ? error : null} />
        <UserNameInput value={name} onChange={setName} error={nameError} />
        <RoleChoice
          value={role}
          onChange={setRole}
          isDisabled={isMe}
          {...(isMe && { description: 'Your own role can be changed by another admin only.' })}
        />
        {user.oidc !== null && (
          <Text size="sm" c="dimmed">
            They sign in through the provider, which sets their role at each sign-in.
          </Text>
        )}
        {isLesser(role, user.role) && (
          <Text size="sm" c="var(--tocsin-warning)">
            A lower role signs them out everywhere.
          </Text>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
