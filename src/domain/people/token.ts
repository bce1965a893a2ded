import { hash } from 'node:crypto'
import type { TokenId } from '../ids.ts'
import type { Instant } from '../instant.ts'

export const SCOPES = {
  'webhooks:read': 'List and read webhooks; preview. In v6 and v15 also their header values and whole URLs.',
  'webhooks:write': 'Create, change, delete and test webhooks.',
  'secrets:read': 'Read in /v1 what is hidden there: header values, whole URLs, signing secrets.',
  'events:write': 'Report alerts and job runs (what a monitor needs).',
  'traces:write': 'Continue the trace that a report names by `traceparent` (besides `events:write`).',
  'deliveries:read': 'Read alerts, job runs, events, deliveries and attempts.',
  'deliveries:write': 'Retry and cancel deliveries.',
  'silences:write': 'Silence and acknowledge alerts, clear them by hand, resync receivers.',
  'audit:read': 'Read the audit log: who changed what and when.',
  admin: 'Everything, tokens and backups included.',
} as const

export type Scope = keyof typeof SCOPES

/** A token without its secret, which is shown once and stored as a hash. */
export interface Token {
  readonly id: TokenId
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The first characters, to distinguish tokens in a list. */
  readonly prefix: string
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
  readonly lastUsedAt: Instant | null
}

export interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly prefix: string
  /** SHA-256 of the secret, hex. */
  readonly hash: string
  readonly expiresAt: Instant | null
}

export interface StoredToken extends Token {
  readonly hash: string
}

/** Expects 32 random bytes. Secret scanners can learn the prefix. */
export function formatToken(random: Buffer): string {
  return `tcn_${random.toString('base64url')}`
}

export function tokenPrefix(secret: string): string {
  return secret.slice(0, 8)
}

/** A plain hash suffices: the secret has 256 random bits, so nothing can be guessed. */
export function hashToken(secret: string): string {
  return hash('sha256', secret)
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}

export function allows({ scopes }: Pick<Token, 'scopes'>, scope: Scope): boolean {
  return scopes.includes('admin') || scopes.includes(scope)
}

export function isLive(token: Token, now: Instant): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now)
}
