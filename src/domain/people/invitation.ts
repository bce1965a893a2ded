import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Role } from './user.ts'

/**
 * `first_admin`: whoever has the link becomes the first user, as admin. `new_user`, `new_password`: an existing user
 * chooses a first or another password.
 */
export const INVITATION_PURPOSES = ['first_admin', 'new_user', 'new_password'] as const

export type InvitationPurpose = (typeof INVITATION_PURPOSES)[number]

/** A link for setting a password once. */
export interface Invitation {
  readonly purpose: InvitationPurpose
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

/** Expects 32 random bytes. */
export function formatInvitationCode(random: Buffer): string {
  return `tci_${random.toString('base64url')}`
}

/** Returns the path after the base path. A fragment does not reach logs or other hosts. */
export function invitationPath(code: string): string {
  return `/invitation#${code}`
}
