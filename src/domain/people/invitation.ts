import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Role } from './user.ts'

/**
 * - `first_admin`: makes the first user, with the role admin, for any person who has the link.
 * - `new_user`: a user who was made by somebody else chooses a password.
 * - `new_password`: a user who forgot the password chooses a new one.
 */
export const INVITATION_PURPOSES = ['first_admin', 'new_user', 'new_password'] as const

export type InvitationPurpose = (typeof INVITATION_PURPOSES)[number]

/** A link that lets somebody set a password, once. */
export interface Invitation {
  readonly purpose: InvitationPurpose
  /** Null: the user is made when it is accepted. */
  readonly userId: UserId | null
  readonly role: Role
  readonly expiresAt: Instant
}

export interface NewInvitation extends Invitation {
  /** SHA-256 of the code, hex. */
  readonly hash: string
}

const DAY_MS = 86_400_000

export const INVITATION_MS: Readonly<Record<InvitationPurpose, number>> = {
  first_admin: DAY_MS,
  new_user: 7 * DAY_MS,
  new_password: 7 * DAY_MS,
}

/** Random part: 32 bytes. */
export function formatInvitationCode(random: Buffer): string {
  return `tci_${random.toString('base64url')}`
}

/**
 * Returns the path of an invitation after the base path. In the fragment the code does not reach logs or other
 * hosts.
 */
export function invitationPath(code: string): string {
  return `/invitation#${code}`
}
