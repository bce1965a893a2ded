import type { NewInvitation } from '../../../../src/domain/people/invitation.ts'
import type { NewSession } from '../../../../src/domain/people/session.ts'
import type { NewUser } from '../../../../src/domain/people/user.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { DAY_MS, NOW } from '../../../support/build.ts'

export function newUser(given: Partial<NewUser> = {}): NewUser {
  return { name: 'Ada', role: 'operator', passwordHash: 'hash 1', oidc: null, ...given }
}

let sessions = 0

/** With a hash of its own each time. */
export function newSession(given: Partial<NewSession> = {}): NewSession {
  sessions += 1
  return {
    hash: `session ${sessions}`,
    userId: null,
    tokenId: null,
    kind: 'console',
    createdAt: NOW,
    expiresAt: NOW + DAY_MS,
    address: '192.0.2.7',
    userAgent: 'curl/8',
    ...given,
  }
}

export function newInvitation(given: Partial<NewInvitation> = {}): NewInvitation {
  return {
    hash: 'invitation',
    purpose: 'new_password',
    userId: 1,
    role: 'viewer',
    expiresAt: NOW + DAY_MS,
    ...given,
  }
}

/** The actions in the log, newest first. */
export async function actionsIn(store: Store): Promise<readonly string[]> {
  return (await store.listAudit({}, { limit: 50 })).map(({ action }) => action)
}
