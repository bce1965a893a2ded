import type { Scope } from '../../../api/scopes.ts'
import type { components } from '../../../api/schema.ts'

export type Token = components['schemas']['Token']

/** Scopes that most tokens need. */
export const PURPOSES: readonly {
  readonly name: string
  readonly label: string
  readonly scopes: readonly Scope[]
}[] = [
  { name: 'monitor', label: 'A monitor or scheduler', scopes: ['events:write'] },
  { name: 'scripts', label: 'Scripts that manage webhooks', scopes: ['webhooks:read', 'webhooks:write'] },
  { name: 'reader', label: 'A person who only reads', scopes: ['webhooks:read', 'deliveries:read'] },
  { name: 'admin', label: 'An admin', scopes: ['admin'] },
]

/** Returns the purpose with exactly these scopes; else `other`. */
export function purposeOf(scopes: readonly string[]): string {
  const chosen = [...scopes].sort().join()
  return PURPOSES.find((purpose) => [...purpose.scopes].sort().join() === chosen)?.name ?? 'other'
}

export const EXPIRIES = [
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '365d', label: 'One year' },
  { value: 'never', label: 'Until it is revoked' },
] as const

type TokenState = 'live' | 'expired' | 'revoked'

export function stateOf(token: Pick<Token, 'expires_at' | 'revoked_at'>, now: number): TokenState {
  if (token.revoked_at !== null) return 'revoked'
  return token.expires_at !== null && Date.parse(token.expires_at) <= now ? 'expired' : 'live'
}
