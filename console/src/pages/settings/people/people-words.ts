import type { components } from '../../../api/schema.ts'
import type { Session } from '../../../api/session.ts'

export type Role = NonNullable<Session['role']>

/** Roles, the least first. */
export const ROLES: readonly { readonly role: Role; readonly label: string; readonly about: string }[] = [
  { role: 'viewer', label: 'Viewer', about: 'Sees webhooks, alerts, job runs and deliveries.' },
  {
    role: 'operator',
    label: 'Operator',
    about: 'Also manages webhooks, retries and cancels deliveries, and reads the audit log.',
  },
  {
    role: 'admin',
    label: 'Admin',
    about: 'May do everything, including people, tokens, secrets and backups.',
  },
]

export function labelOfRole(role: string): string {
  return ROLES.find((known) => known.role === role)?.label ?? role
}

export function aboutRole(role: string): string {
  return ROLES.find((known) => known.role === role)?.about ?? ''
}

/** A lesser role ends all sessions. */
export function isLesser(role: Role, before: Role): boolean {
  const rank = (wanted: Role) => ROLES.findIndex((known) => known.role === wanted)
  return rank(role) < rank(before)
}

export type User = components['schemas']['User']

export function waysOf({ has_password: hasPassword, oidc }: Pick<User, 'has_password' | 'oidc'>): string {
  const ways = [hasPassword && 'password', oidc !== null && 'provider'].filter((way) => way !== false)
  return ways.length === 0 ? 'invited, no password yet' : ways.join(', ')
}
