import type { Author } from '../domain/audit/audit.ts'
import {
  formatSessionSecret,
  hashSessionSecret,
  TOKEN_SERVICE_MS,
  USER_AGENT_LENGTH_MAX,
  type FoundSession,
  type NewSession,
  type SessionKind,
} from '../domain/people/session.ts'
import type { Token } from '../domain/people/token.ts'
import type { User } from '../domain/people/user.ts'
import type { Origin, PeopleDeps } from './people.ts'

const SECRET_BYTES = 32

/** Contains the secret, of which only the hash is stored. */
export interface OpenedSession extends FoundSession {
  readonly secret: string
}

type Opening = Origin & { readonly kind: SessionKind }

/** Drafts a session and its secret; the caller adds the owner. */
export function draftSession(
  { kind, address, userAgent }: Opening,
  { clock, chance, sessionMaxMs }: Pick<PeopleDeps, 'clock' | 'chance' | 'sessionMaxMs'>,
): { readonly secret: string; readonly draft: Omit<NewSession, 'userId' | 'tokenId'> } {
  const secret = formatSessionSecret(chance.bytes(SECRET_BYTES))
  const now = clock.now()
  return {
    secret,
    draft: {
      hash: hashSessionSecret(secret),
      kind,
      createdAt: now,
      expiresAt: now + (kind === 'console' ? sessionMaxMs : TOKEN_SERVICE_MS),
      address,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
    },
  }
}

/** Opens a session for a user whose right was just checked; `unauthorized` if that changed. */
export async function openUserSession(
  user: User,
  opening: Opening,
  deps: PeopleDeps,
): Promise<OpenedSession> {
  const { secret, draft } = draftSession(opening, deps)
  const { passwordHash } = user
  const session = await deps.store.openSession(
    { ...draft, userId: user.id, tokenId: null },
    { passwordHash, by: authorOf(user, opening) },
  )
  return { secret, session, user, token: undefined }
}

/** Opens a session with the token's scopes; it ends with the token. */
export async function openTokenSession(
  token: Token,
  opening: Opening,
  deps: PeopleDeps,
): Promise<OpenedSession> {
  const { secret, draft } = draftSession(opening, deps)
  const expiresAt = Math.min(draft.expiresAt, token.expiresAt ?? Infinity)
  const session = await deps.store.openSession({ ...draft, expiresAt, userId: null, tokenId: token.id })
  return { secret, session, user: undefined, token }
}

/** Returns the author for people without a session. */
export function authorOf(
  { id, name }: Pick<User, 'id' | 'name'>,
  { address }: Pick<Origin, 'address'>,
): Author {
  return { tokenId: null, userId: id, name, address }
}
