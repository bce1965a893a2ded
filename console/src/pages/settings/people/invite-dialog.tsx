import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, take } from '../../../api/client.ts'
import { issueAt } from '../../../api/problem.ts'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { linkOf, type MadeLink } from './link-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'
import type { Role } from './role-words.ts'
import { UserNameInput } from './user-name-input.tsx'
import { usersQuery } from './users-query.ts'
import { useAction } from '../../../ui/page/use-action.ts'

interface InviteDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: (link: MadeLink) => void
}

export function InviteDialog({ isOpen, onClose, onMade }: InviteDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Invite a person">
      <InviteForm
        onMade={(link) => {
          onClose()
          onMade(link)
        }}
      />
    </Modal>
  )
}

function InviteForm({ onMade }: { readonly onMade: (link: MadeLink) => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const { isBusy, error, run } = useAction()
  const nameError = issueAt(error, 'name')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const made = await take(api.POST('/v1/users', { body: { name: name.trim(), role } }))
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      onMade(linkOf(made))
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <ProblemAlert error={nameError === undefined ? error : null} />
        <UserNameInput value={name} onChange={setName} error={nameError} />
        <RoleChoice value={role} onChange={setRole} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
