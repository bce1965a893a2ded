import { AppError, invalidRequest } from '../domain/errors.ts'
import { hashToken } from '../domain/people/token.ts'
import type { FoundInvitation } from '../storage/people.ts'
import type { Store } from '../storage/store.ts'
import type { Origin, PeopleDeps } from './people.ts'
import { refusePassword } from './passwords.ts'
import { draftSession, type OpenedSession } from './sessions.ts'
import { draftInvitation, refuseName } from './users.ts'

/** Returns undefined if the code is unknown, used, replaced or expired. */
export function findInvitation(
  code: string,
  { store, clock }: Pick<PeopleDeps, 'store' | 'clock'>,
): Promise<FoundInvitation | undefined> {
  return store.findInvitation(hashToken(code), clock.now())
}

export interface Accepting extends Origin {
  readonly code: string
  /** Required for the first administrator; others may leave it out, or must give their own. */
  readonly name: string | undefined
  readonly password: string
}

/**
 * Accepts an invitation and opens a session; undefined: as in `findInvitation`. `invalid_request` for a bad
 * name or password: the invitation stays valid.
 */
export async function acceptInvitation(
  { code, name, password, ...origin }: Accepting,
  deps: PeopleDeps,
): Promise<OpenedSession | undefined> {
  const found = await findInvitation(code, deps)
  if (!found) return undefined
  const ownName = found.user?.name ?? name
  if (ownName === undefined) {
    throw invalidRequest([{ path: 'username', message: 'is required: this invitation makes a new user' }])
  }
  refuseName(ownName, 'username')
  refusePassword(password, ownName, 'password')
  const { secret, draft } = draftSession({ kind: 'console', ...origin }, deps)
  const accepted = await deps.store
    .acceptInvitation({
      hash: hashToken(code),
      name: ownName,
      passwordHash: await deps.hasher.hash(password),
      session: draft,
      now: deps.clock.now(),
      address: origin.address,
    })
    .catch((error: unknown) => {
      // Another request was faster.
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
  if (!accepted) return undefined
  deps.throttle.succeed(accepted.user.name, origin.address)
  deps.onPeopleChanged()
  return { secret, ...accepted, token: undefined }
}

/** Replaces the link for the first administrator. Undefined: there are users. */
export async function inviteFirstAdmin(
  deps: Pick<PeopleDeps, 'clock' | 'chance'> & {
    readonly store: Pick<Store, 'listUsers' | 'createInvitation'>
  },
): Promise<{ readonly code: string } | undefined> {
  if ((await deps.store.listUsers()).length > 0) return undefined
  const { code, invitation } = draftInvitation({ purpose: 'first_admin', role: 'admin' }, deps)
  await deps.store.createInvitation({ ...invitation, userId: null }, { now: deps.clock.now() })
  return { code }
}
