import type { components } from '../../../api/schema.ts'

export type User = components['schemas']['User']

/** Describes how a user signs in. */
export function waysOf({ has_password: hasPassword, oidc }: Pick<User, 'has_password' | 'oidc'>): string {
  const ways = [hasPassword && 'password', oidc !== null && 'provider'].filter((way) => way !== false)
  return ways.length === 0 ? 'invited, no password yet' : ways.join(', ')
}
