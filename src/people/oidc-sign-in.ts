import type { Author } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import { nameOfClaims, roleOf, type Claims, type RoleRules } from '../domain/people/oidc.ts'
import type { Role, User } from '../domain/people/user.ts'
import type { Origin, PeopleDeps } from './people.ts'
import { authorOf, openUserSession, type OpenedSession } from './sessions.ts'

export interface IdentitySignIn extends Origin {
  readonly issuer: string
  readonly claims: Claims & { readonly sub: string }
  readonly rules: RoleRules
  /** The provider's name for people. */
  readonly providerName: string
}

/** Why a person whom the provider knows is refused; each is a word in the console's address. */
export type IdentityRefusal = 'no_role' | 'disabled' | 'name_taken'

/**
 * Opens a session for a person that the provider vouches for. The user is found by issuer and subject, or
 * created, never found by name. The provider sets the role at each sign-in; without one the sessions end.
 */
export async function signInByIdentity(
  signIn: IdentitySignIn,
  deps: PeopleDeps,
): Promise<OpenedSession | IdentityRefusal> {
  const { issuer, claims, rules } = signIn
  const known = await deps.store.findUser({ oidc: { issuer, subject: claims.sub } })
  if (known && known.disabledAt !== null) return 'disabled'
  const role = roleOf(claims, rules)
  if (role === undefined) {
    if (known) await endSessions(known, signIn, deps)
    return 'no_role'
  }
  const user = known ? await withRole(known, role, { signIn, deps }) : await addUser(signIn, role, deps)
  if (user === undefined) return 'name_taken'
  return openUserSession(user, { ...signIn, kind: 'console' }, deps)
}

interface Circumstances {
  readonly signIn: IdentitySignIn
  readonly deps: PeopleDeps
}

async function withRole(user: User, role: Role, { signIn, deps }: Circumstances): Promise<User> {
  if (user.role === role) return user
  const changed = await deps.store.changeUser(
    user.id,
    { role },
    { now: deps.clock.now(), by: by(user, signIn), evenLastAdmin: true },
  )
  deps.onPeopleChanged()
  return changed
}

/** Returns undefined if all possible names are taken. */
async function addUser(
  { claims, issuer, providerName, address }: IdentitySignIn,
  role: Role,
  { store, clock }: PeopleDeps,
): Promise<User | undefined> {
  for (const suffix of ['', ` (${providerName.slice(0, 40)})`]) {
    const name = nameOfClaims(claims, suffix)
    const author: Author = { tokenId: null, userId: null, name, address, note: `by ${providerName}` }
    try {
      return await store.createUser(
        { name, role, passwordHash: null, oidc: { issuer, subject: claims.sub } },
        { now: clock.now(), by: author },
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    }
  }
  return undefined
}

async function endSessions(user: User, signIn: IdentitySignIn, deps: PeopleDeps): Promise<void> {
  await deps.store.endSessions({ userId: user.id }, { now: deps.clock.now(), by: by(user, signIn) })
  deps.onPeopleChanged()
}

function by(user: User, { providerName, ...origin }: IdentitySignIn): Author {
  return { ...authorOf(user, origin), note: `by ${providerName}` }
}
