import type { Invitation } from '../../domain/people/invitation.ts'
import type { Session } from '../../domain/people/session.ts'
import type { Role, User } from '../../domain/people/user.ts'
import type { SessionId, TokenId, UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

export interface UserRow {
  id: UserId
  name: string
  /** The unique form of the name: `nameKeyOf`. */
  name_key: string
  role: Role
  password_hash: string | null
  oidc_issuer: string | null
  oidc_subject: string | null
  disabled_at: Instant | null
  created_at: Instant
  last_sign_in_at: Instant | null
}

export function toUser(row: UserRow): User {
  const { oidc_issuer: issuer, oidc_subject: subject } = row
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    passwordHash: row.password_hash,
    oidc: issuer === null || subject === null ? null : { issuer, subject },
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  }
}

export interface SessionRow {
  id: SessionId
  hash: string
  user_id: UserId | null
  token_id: TokenId | null
  kind: Session['kind']
  created_at: Instant
  seen_at: Instant
  expires_at: Instant
  address: string
  user_agent: string
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    tokenId: row.token_id,
    kind: row.kind,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  }
}

export interface InvitationRow {
  hash: string
  purpose: Invitation['purpose']
  user_id: UserId | null
  role: Role
  expires_at: Instant
}

export function toInvitation(row: InvitationRow): Invitation {
  return { purpose: row.purpose, userId: row.user_id, role: row.role, expiresAt: row.expires_at }
}
