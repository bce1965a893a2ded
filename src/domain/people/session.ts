import { createHmac } from 'node:crypto'
import type { SessionId, TokenId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { hashToken, isLive, type Token } from './token.ts'
import type { User } from './user.ts'

/**
 * - `console`: of a browser, by a cookie; it ends when it has not been used for some time, and at the latest at
 * `expiresAt`.
 * - `token_service`: of a script, by `X-Auth-Token`; it ends at `expiresAt`, however much it is used.
 */
export type SessionKind = 'console' | 'token_service'

/** A session that a sign-in opens. Only its owner knows its secret: the hash is stored. */
export interface Session {
  readonly id: SessionId
  /** The user who signed in; either this or the token is set. */
  readonly userId: UserId | null
  readonly tokenId: TokenId | null
  readonly kind: SessionKind
  readonly createdAt: Instant
  /** When it was used last, give or take some seconds. */
  readonly seenAt: Instant
  readonly expiresAt: Instant
  /** Where the sign-in came from. */
  readonly address: string
  readonly userAgent: string
}

export interface NewSession extends Omit<Session, 'id' | 'seenAt'> {
  /** SHA-256 of the secret, hex. */
  readonly hash: string
}

/** A session with who opened it, as they are now. */
export interface FoundSession {
  readonly session: Session
  readonly user: User | undefined
  readonly token: Token | undefined
}

/** Sessions of one user or token, of each kind; the one unused for longest is ended first. */
export const SESSIONS_MAX = 50
/** Limits the stored `User-Agent` with which a session was opened. */
export const USER_AGENT_LENGTH_MAX = 300
export const TOKEN_SERVICE_MS = 20 * 60_000

/** Random part: 32 bytes. A prefix of its own, so that it is not looked for among the tokens only. */
export function formatSessionSecret(random: Buffer): string {
  return `tcs_${random.toString('base64url')}`
}

export function isSessionSecret(text: string): boolean {
  return /^tcs_[A-Za-z0-9_-]{43}$/.test(text)
}

export const hashSessionSecret = hashToken

/** Made of the secret, so that nothing has to be kept; who knows it does not know the secret. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('tocsin csrf token').digest('base64url')
}

/** When it ends if it is not used any more. */
export function endOf({ kind, seenAt, expiresAt }: Session, idleMs: number): Instant {
  return kind === 'console' ? Math.min(expiresAt, seenAt + idleMs) : expiresAt
}

/** Tells whether the session still opens anything. */
export function isOpen(
  { session, user, token }: FoundSession,
  { now, idleMs }: { readonly now: Instant; readonly idleMs: number },
): boolean {
  if (endOf(session, idleMs) <= now) return false
  if (session.userId !== null) return user !== undefined && user.disabledAt === null
  return token !== undefined && isLive(token, now)
}
