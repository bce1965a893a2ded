import type { AuditAction, FieldChange, NewAuditEntry } from './audit.ts'
import { common, type Circumstances } from './audit-entries.ts'
import type { NewInvitation } from '../people/invitation.ts'
import { formatInstant } from '../instant.ts'
import type { User } from '../people/user.ts'

type UserAction = Extract<AuditAction, `user.${string}`>

/** Makes the entry of an action that changes nothing visible of the user, e.g. a sign-in. */
export function userEntry(
  action: UserAction,
  { id, name }: Pick<User, 'id' | 'name'>,
  circumstances: Circumstances,
): NewAuditEntry {
  return {
    ...common(circumstances),
    action,
    objectType: 'user',
    objectId: id,
    objectName: name,
    changes: [],
  }
}

export function userCreatedEntry(user: User, circumstances: Circumstances): NewAuditEntry {
  const changes = fieldsOf(user).map(([field, to]) => ({ field, from: null, to }))
  return { ...userEntry('user.created', user, circumstances), changes }
}

/** Returns undefined if nothing differs. */
export function userChangedEntry(
  { before, after }: { readonly before: User; readonly after: User },
  circumstances: Circumstances,
): NewAuditEntry | undefined {
  const old = new Map(fieldsOf(before))
  const changes: readonly FieldChange[] = fieldsOf(after)
    .map(([field, to]) => ({ field, from: old.get(field) ?? null, to }))
    .filter(({ from, to }) => from !== to)
  return changes.length === 0 ? undefined : { ...userEntry('user.changed', after, circumstances), changes }
}

export function userDeletedEntry(user: User, circumstances: Circumstances): NewAuditEntry {
  const changes = fieldsOf(user).map(([field, from]) => ({ field, from, to: null }))
  return { ...userEntry('user.deleted', user, circumstances), changes }
}

export function userInvitedEntry(
  user: User,
  { expiresAt, purpose }: Pick<NewInvitation, 'expiresAt' | 'purpose'>,
  circumstances: Circumstances,
): NewAuditEntry {
  const changes = [{ field: 'invitation', from: null, to: `${purpose} until ${formatInstant(expiresAt)}` }]
  return { ...userEntry('user.invited', user, circumstances), changes }
}

/** Never repeats an unknown name: it may be a password in the wrong field. */
export function signInFailedEntry(
  user: Pick<User, 'id' | 'name'> | undefined,
  reason: string,
  circumstances: Circumstances,
): NewAuditEntry {
  return {
    ...common(circumstances, reason),
    action: 'user.sign_in_failed',
    objectType: 'user',
    objectId: user?.id ?? null,
    objectName: user?.name ?? null,
    changes: [],
  }
}

function fieldsOf({ name, role, disabledAt }: User): readonly (readonly [string, string | boolean])[] {
  return [
    ['name', name],
    ['role', role],
    ['disabled', disabledAt !== null],
  ]
}
