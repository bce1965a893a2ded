import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, take } from '../../../api/client.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { linkOf, type MadeLink } from './link-dialog.tsx'
import type { User } from './user-words.ts'
import { usersQuery } from './users-query.ts'

export type DeedKind = 'edit' | 'link' | 'sign-out' | 'enable' | 'disable' | 'remove'

export interface Deed {
  readonly kind: DeedKind
  readonly user: User
}

interface UserDeedProps {
  /** Null: nothing is to be done. */
  readonly deed: Deed | null
  readonly onClose: () => void
  readonly onLink: (link: MadeLink) => void
}

/** Asks before something is done to somebody's account, and says what it means for them. */
export function UserDeed({ deed, onClose, onLink }: UserDeedProps) {
  const client = useQueryClient()
  const words = deed === null || deed.kind === 'edit' ? null : wordsOf(deed.kind, deed.user)
  const act = async () => {
    if (deed === null || deed.kind === 'edit') return
    const link = await carryOut(deed.kind, deed.user)
    await client.invalidateQueries({ queryKey: usersQuery.queryKey })
    if (link !== null) onLink(link)
  }
  return (
    <>
      <EditUserDialog user={deed?.kind === 'edit' ? deed.user : null} onClose={onClose} />
      <Confirm
        isOpen={words !== null}
        onClose={onClose}
        onConfirm={act}
        title={words?.title ?? ''}
        deed={words?.deed ?? ''}
        isDangerous={words?.isDangerous ?? false}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words?.meaning}
        </Text>
      </Confirm>
    </>
  )
}

async function carryOut(kind: Exclude<DeedKind, 'edit'>, { id }: User): Promise<MadeLink | null> {
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
  readonly deed: string
  readonly meaning: ReactNode
  readonly isDangerous?: boolean
}

function wordsOf(kind: Exclude<DeedKind, 'edit'>, { name }: User): Words {
  const who = <b>{name}</b>
  switch (kind) {
    case 'link':
      return {
        title: 'New password link?',
        deed: 'Make the link',
        meaning: (
          <>
            By the link {who} chooses a new password. It works once, for 7 days; links made before end. The
            present password counts until then.
          </>
        ),
      }
    case 'sign-out':
      return {
        title: 'Sign out everywhere?',
        deed: 'Sign out everywhere',
        meaning: <>All sessions of {who} end. Signing in again is possible at once.</>,
      }
    case 'enable':
      return { title: 'Enable?', deed: 'Enable', meaning: <>{who} can sign in again, as before.</> }
    case 'disable':
      return {
        title: 'Disable?',
        deed: 'Disable',
        meaning: <>{who} is signed out everywhere and cannot sign in until enabled again. Nothing is lost.</>,
      }
    case 'remove':
      return {
        title: 'Remove?',
        deed: 'Remove',
        isDangerous: true,
        meaning: (
          <>
            {who} is signed out everywhere and can never sign in again. Webhooks and tokens that they made
            stay, and so does what the audit log tells of them. It cannot be undone; to keep the account,
            disable it.
          </>
        ),
      }
  }
}
