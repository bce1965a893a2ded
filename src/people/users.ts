import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest } from '../domain/errors.ts'
import type { InvitationPurpose, NewInvitation } from '../domain/people/invitation.ts'
import { formatInvitationCode, INVITATION_MS } from '../domain/people/invitation.ts'
import { hashToken } from '../domain/people/token.ts'
import type { Role, User, UserChange } from '../domain/people/user.ts'
import { findNameIssue, isEnabledAdmin, tidyName } from '../domain/people/user.ts'
import type { UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PeopleDeps } from './people.ts'

const CODE_BYTES = 32

/** Contains the code, of which only the hash is stored. */
export interface CreatedInvitation {
  readonly code: string
  readonly expiresAt: Instant
}

/** Creates a user without a password, and an invitation to choose one. `invalid_request`, `conflict`. */
export async function createUser(
  { name, role, by }: { readonly name: string; readonly role: Role; readonly by: Author },
  deps: PeopleDeps,
): Promise<{ readonly user: User; readonly invitation: CreatedInvitation }> {
  refuseName(name)
  const { code, invitation } = draftInvitation({ purpose: 'new_user', role }, deps)
  const user = await deps.store.createUser(
    { name: tidyName(name), role, passwordHash: null, oidc: null },
    { now: deps.clock.now(), by, invitation },
  )
  return { user, invitation: { code, expiresAt: invitation.expiresAt } }
}

/** Creates a link for a user without a password, or who forgot it; earlier links end. */
export async function inviteUser(
  { id, by }: { readonly id: UserId; readonly by: Author },
  deps: PeopleDeps,
): Promise<{ readonly user: User; readonly invitation: CreatedInvitation }> {
  const user = await needUser(id, deps)
  if (user.disabledAt !== null) {
    throw new AppError('conflict', `User ${id} is disabled; enable them before they are invited.`)
  }
  const purpose = user.passwordHash === null ? 'new_user' : 'new_password'
  const { code, invitation } = draftInvitation({ purpose, role: user.role }, deps)
  await deps.store.createInvitation({ ...invitation, userId: id }, { now: deps.clock.now(), by })
  return { user, invitation: { code, expiresAt: invitation.expiresAt } }
}

/** Throws `conflict` if the change would lock out its author, or everybody. */
export async function changeUser(
  { id, change, by }: { readonly id: UserId; readonly change: UserChange; readonly by: Author },
  deps: PeopleDeps,
): Promise<User> {
  if (change.name !== undefined) refuseName(change.name)
  const user = await needUser(id, deps)
  const isDemoted = isEnabledAdmin(user) && change.role !== undefined && change.role !== 'admin'
  if (by.userId === id && (change.disabled === true || isDemoted)) throw selfHarmError()
  const changed = await deps.store.changeUser(id, change, { now: deps.clock.now(), by })
  deps.onPeopleChanged()
  return changed
}

/** Throws `conflict` as `changeUser` does. */
export async function deleteUser(
  { id, by }: { readonly id: UserId; readonly by: Author },
  deps: PeopleDeps,
): Promise<void> {
  await needUser(id, deps)
  if (by.userId === id) throw selfHarmError()
  await deps.store.deleteUser(id, { now: deps.clock.now(), by })
  deps.onPeopleChanged()
}

/** Drafts an invitation; its owner may not exist yet. */
export function draftInvitation(
  { purpose, role }: { readonly purpose: InvitationPurpose; readonly role: Role },
  { clock, chance }: Pick<PeopleDeps, 'clock' | 'chance'>,
): { readonly code: string; readonly invitation: Omit<NewInvitation, 'userId'> } {
  const code = formatInvitationCode(chance.bytes(CODE_BYTES))
  const expiresAt = clock.now() + INVITATION_MS[purpose]
  return { code, invitation: { hash: hashToken(code), purpose, role, expiresAt } }
}

function selfHarmError(): AppError {
  return new AppError(
    'conflict',
    'Nobody can delete, disable or demote themselves; another administrator, or an admin token, can.',
  )
}

export async function needUser(id: UserId, { store }: Pick<PeopleDeps, 'store'>): Promise<User> {
  const user = await store.findUser({ id })
  if (!user) throw new AppError('not_found', `There is no user ${id}.`)
  return user
}

export function refuseName(name: string, path = 'name'): void {
  const issue = findNameIssue(name)
  if (issue !== undefined) throw invalidRequest([{ path, message: issue }])
}
