import { createHmac } from 'node:crypto'
import type { SessionId, TokenId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { hashToken, isLive, type Token } from './token.ts'
import type { User } from './user.ts'

/**
 * `console`: a browser's, by cookie; ends when unused, and at the latest at `expiresAt`. `token_service`: a script's,
 * by `X-Auth-Token`; ends at `expiresAt`.
 */
export type SessionKind = 'console' | 'token_service'

/** A session, opened by a sign-in. Only the hash of its secret is stored. */
export interface Session {
  readonly id: SessionId
  /** Either this or the token is set. */
  readonly userId: UserId | null
  readonly tokenId: TokenId | null
  readonly kind: SessionKind
  readonly createdAt: Instant
  /** The last use, to some seconds. */
  readonly seenAt: Instant
  readonly expiresAt: Instant
  readonly address: string
  readonly userAgent: string
}

export interface NewSession extends Omit<Session, 'id' | 'seenAt'> {
  /** SHA-256 of the secret, hex. */
  readonly hash: string
}

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

/** Expects 32 random bytes. The prefix keeps it apart from tokens. */
export function formatSessionSecret(random: Buffer): string {
  return `tcs_${random.toString('base64url')}`
}

export function isSessionSecret(text: string): boolean {
  return /^tcs_[A-Za-z0-9_-]{43}$/.test(text)
}

export const hashSessionSecret = hashToken

/** Derived from the secret, so that it need not be stored; it does not reveal the secret. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('tocsin csrf token').digest('base64url')
}

/** Returns when the session ends if it is not used any more. */
export function endOf({ kind, seenAt, expiresAt }: Session, idleMs: number): Instant {
  return kind === 'console' ? Math.min(expiresAt, seenAt + idleMs) : expiresAt
}

export function isOpen(
  { session, user, token }: FoundSession,
  { now, idleMs }: { readonly now: Instant; readonly idleMs: number },
): boolean {
  if (endOf(session, idleMs) <= now) return false
  if (session.userId !== null) return user !== undefined && user.disabledAt === null
  return token !== undefined && isLive(token, now)
}
