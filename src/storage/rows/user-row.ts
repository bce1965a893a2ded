import type { Invitation } from '../../domain/people/invitation.ts'
import type { Session } from '../../domain/people/session.ts'
import type { Role, User } from '../../domain/people/user.ts'
import type { SessionId, TokenId, UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { tableOf, text, whole, type RowOf, json } from './columns.ts'
import { isScope, type Scope, type StoredToken } from '../../domain/people/token.ts'

const USER_COLUMNS = {
  id: whole<UserId>(),
  name: text(),
  /** The unique form of the name: `nameKeyOf`. */
  name_key: text(),
  role: text<Role>(),
  password_hash: text<string | null>(),
  oidc_issuer: text<string | null>(),
  oidc_subject: text<string | null>(),
  disabled_at: whole<Instant | null>(),
  created_at: whole<Instant>(),
  last_sign_in_at: whole<Instant | null>(),
}

export const USERS = tableOf(USER_COLUMNS)
export type UserRow = RowOf<typeof USER_COLUMNS>

export function toUser(row: UserRow): User {
  const { oidcIssuer: issuer, oidcSubject: subject, nameKey: _, ...user } = USERS.fromRow(row)
  return { ...user, oidc: issuer === null || subject === null ? null : { issuer, subject } }
}

const SESSION_COLUMNS = {
  id: whole<SessionId>(),
  hash: text(),
  user_id: whole<UserId | null>(),
  token_id: whole<TokenId | null>(),
  kind: text<Session['kind']>(),
  created_at: whole<Instant>(),
  seen_at: whole<Instant>(),
  expires_at: whole<Instant>(),
  address: text(),
  user_agent: text(),
}

export const SESSIONS = tableOf(SESSION_COLUMNS)
export type SessionRow = RowOf<typeof SESSION_COLUMNS>

export function toSession(row: SessionRow): Session {
  const { hash: _, ...session } = SESSIONS.fromRow(row)
  return session
}

const INVITATION_COLUMNS = {
  hash: text(),
  purpose: text<Invitation['purpose']>(),
  user_id: whole<UserId | null>(),
  role: text<Role>(),
  expires_at: whole<Instant>(),
}

export const INVITATIONS = tableOf(INVITATION_COLUMNS)
export type InvitationRow = RowOf<typeof INVITATION_COLUMNS>

export function toInvitation(row: InvitationRow): Invitation {
  const { hash: _, ...invitation } = INVITATIONS.fromRow(row)
  return invitation
}

const COLUMNS = {
  id: whole<TokenId>(),
  name: text(),
  scopes: json<readonly Scope[]>([]),
  prefix: text(),
  hash: text(),
  created_at: whole<Instant>(),
  expires_at: whole<Instant | null>(),
  revoked_at: whole<Instant | null>(),
  last_used_at: whole<Instant | null>(),
}

export const TOKENS = tableOf(COLUMNS)
export type TokenRow = RowOf<typeof COLUMNS>

export function toToken(row: TokenRow): StoredToken {
  const { scopes, ...token } = TOKENS.fromRow(row)
  // A scope that a later release removed allows nothing.
  return { ...token, scopes: Array.isArray(scopes) ? scopes.filter(isScope) : [] }
}
