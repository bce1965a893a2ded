import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Scope } from './token.ts'
import { findInvisible, visiblePattern } from './visible-text.ts'

/** The roles, from the least to the most. */
export const ROLES = ['viewer', 'operator', 'admin'] as const

export type Role = (typeof ROLES)[number]

const VIEWER: readonly Scope[] = ['webhooks:read', 'deliveries:read']

export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  operator: [...VIEWER, 'webhooks:write', 'deliveries:write', 'silences:write', 'audit:read'],
  admin: ['admin'],
}

/** Users: their list is read whole, and their names are compared. */
export const USERS_MAX = 1_000
/** The name of a user, in characters. */
export const USER_NAME_LENGTH_MAX = 100

/** A person at an OpenID provider; the pair is unique. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
}

export interface User {
  readonly id: UserId
  readonly name: string
  readonly role: Role
  /** Null: no sign-in by password (invited, or known by a provider only). */
  readonly passwordHash: string | null
  readonly oidc: OidcIdentity | null
  /** Since when the user cannot sign in; null: enabled. */
  readonly disabledAt: Instant | null
  readonly createdAt: Instant
  readonly lastSignInAt: Instant | null
}

export type NewUser = Pick<User, 'name' | 'role' | 'passwordHash' | 'oidc'>

/** Absent members stay as they are. */
export interface UserChange {
  readonly name?: string | undefined
  readonly role?: Role | undefined
  readonly disabled?: boolean | undefined
}

/** Returns the stored name: without blanks around it, in Unicode NFC. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim()
}

/** Returns the same key for names that differ only in case. */
export function nameKeyOf(name: string): string {
  return tidyName(name).toLowerCase().normalize('NFC')
}

/** The limits of a name, for documents; blanks around it do not count. */
export const USER_NAME_LIMITS = { minLength: 1, pattern: visiblePattern(USER_NAME_LENGTH_MAX) } as const

/** Says what is wrong with a name; completes "name …". */
export function findNameIssue(text: string): string | undefined {
  const name = tidyName(text)
  if (name === '') return 'must not be empty'
  if ([...name].length > USER_NAME_LENGTH_MAX) {
    return `must have at most ${USER_NAME_LENGTH_MAX} characters`
  }
  return findInvisible(name)
}

export function isDemotion(from: Role, to: Role): boolean {
  return ROLES.indexOf(to) < ROLES.indexOf(from)
}

export function isEnabledAdmin({ role, disabledAt }: Pick<User, 'role' | 'disabledAt'>): boolean {
  return role === 'admin' && disabledAt === null
}
