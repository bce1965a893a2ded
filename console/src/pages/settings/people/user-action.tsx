import { Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { api, take } from '../../../api/client.ts'
import { ActionForm, Confirm } from '../../../ui/page/confirm.tsx'
import { linkOf, type MadeLink } from './link-dialog.tsx'
import { isLesser, type Role, type User } from './people-words.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { issueAt } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { RoleChoice, UserNameInput } from './user-fields.tsx'

export type ActionKind = 'edit' | 'link' | 'sign-out' | 'enable' | 'disable' | 'remove'

export interface Action {
  readonly kind: ActionKind
  readonly user: User
}

interface UserActionProps {
  readonly action: Action | null
  readonly onClose: () => void
  readonly onLink: (link: MadeLink) => void
}

/** Asks before an action on an account, and explains its effect. */
export function UserAction({ action, onClose, onLink }: UserActionProps) {
  const refresh = useRefresh()
  const words = action === null || action.kind === 'edit' ? null : wordsOf(action.kind, action.user)
  const act = async () => {
    if (action === null || action.kind === 'edit') return
    const link = await carryOut(action.kind, action.user)
    await refresh('users')
    if (link !== null) onLink(link)
  }
  return (
    <>
      <Modal opened={action?.kind === 'edit'} onClose={onClose} title="Change name or role">
        {action?.kind === 'edit' && <EditUserForm user={action.user} onDone={onClose} />}
      </Modal>
      <Confirm
        isOpen={words !== null}
        onClose={onClose}
        onConfirm={act}
        title={words?.title ?? ''}
        action={words?.action ?? ''}
        isDangerous={words?.isDangerous ?? false}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words?.meaning}
        </Text>
      </Confirm>
    </>
  )
}

async function carryOut(kind: Exclude<ActionKind, 'edit'>, { id }: User): Promise<MadeLink | null> {
  const params = { path: { id } }
  switch (kind) {
    case 'link':
      return linkOf(await take(api.POST('/v1/users/{id}/invitation', { params })))
    case 'sign-out':
      await take(api.DELETE('/v1/users/{id}/sessions', { params }))
      return null
    case 'enable':
    case 'disable':
      await take(api.PATCH('/v1/users/{id}', { params, body: { disabled: kind === 'disable' } }))
      return null
    case 'remove':
      await take(api.DELETE('/v1/users/{id}', { params }))
      return null
  }
}

interface Words {
  readonly title: string
  readonly action: string
  readonly meaning: ReactNode
  readonly isDangerous?: boolean
}

function wordsOf(kind: Exclude<ActionKind, 'edit'>, { name }: User): Words {
  const who = <b>{name}</b>
  switch (kind) {
    case 'link':
      return {
        title: 'New password link?',
        action: 'Create link',
        meaning: (
          <>
            With the link {who} chooses a new password. It works once, for 7 days; earlier links stop working.
            The present password counts until then.
          </>
        ),
      }
    case 'sign-out':
      return {
        title: 'Sign out everywhere?',
        action: 'Sign out everywhere',
        meaning: <>All sessions of {who} end. They can sign in again at once.</>,
      }
    case 'enable':
      return { title: 'Enable?', action: 'Enable', meaning: <>{who} can sign in again, as before.</> }
    case 'disable':
      return {
        title: 'Disable?',
        action: 'Disable',
        meaning: <>{who} is signed out everywhere and cannot sign in until enabled again. Nothing is lost.</>,
      }
    case 'remove':
      return {
        title: 'Remove?',
        action: 'Remove',
        isDangerous: true,
        meaning: (
          <>
            {who} is signed out everywhere and can never sign in again. Their webhooks, tokens and audit
            entries stay. This cannot be undone; to keep the account, disable it.
          </>
        ),
      }
  }
}

function EditUserForm({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const refresh = useRefresh()
  const isMe = useSession().user_id === user.id
  const [name, setName] = useState(user.name)
  const [role, setRole] = useState<Role>(user.role)
  const submit = async () => {
    const body = {
      ...(name.trim() !== user.name && { name: name.trim() }),
      ...(role !== user.role && { role }),
    }
    await take(api.PATCH('/v1/users/{id}', { params: { path: { id: user.id } }, body }))
    await refresh('users', ...(isMe ? ['session'] : []))
    onDone()
  }
  return (
    <ActionForm action="Save" isDisabled={name.trim() === ''} shownAtFields={['name']} onSubmit={submit}>
      {(error) => (
        <>
          <UserNameInput value={name} onChange={setName} error={issueAt(error, 'name')} />
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
        </>
      )}
    </ActionForm>
  )
}
