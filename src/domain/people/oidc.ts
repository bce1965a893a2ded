import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../instant.ts'
import { findNameIssue, ROLES, tidyName, USER_NAME_LENGTH_MAX, type Role } from './user.ts'

/** The claims of a provider about somebody who signed in there. */
export type Claims = Readonly<Record<string, unknown>>

export interface RoleRules {
  /** `groups`, or `realm_access.roles` for a member of a member. */
  readonly claim: string
  /** Which values of the claim make which role. */
  readonly valuesOf: Readonly<Record<Role, readonly string[]>>
  readonly defaultRole: Role | 'none'
}

/** The greatest role that the claim gives; undefined: none. */
export function roleOf(claims: Claims, { claim, valuesOf, defaultRole }: RoleRules): Role | undefined {
  const given = new Set(textsOf(claimOf(claims, claim)))
  const role = ROLES.toReversed().find((role) => valuesOf[role].some((value) => given.has(value)))
  return role ?? (defaultRole === 'none' ? undefined : defaultRole)
}

/** Undefined: the provider does not say. */
export function claimOf(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim.split('.').reduce<unknown>((value, member) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    return isObject ? Reflect.get(value, member) : undefined
  }, claims)
}

function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each) => typeof each === 'string')
}

/** Limits how far the clock of a provider may be ahead of ours. */
export const ISSUED_AHEAD_MS_MAX = 5 * 60_000
/** OpenID Connect Core 1.0, section 2; longer ones are refused, so that what is stored has an end. */
export const SUBJECT_CHARACTERS_MAX = 255

/** Finds what is wrong with the claims of an otherwise good ID token, so that it completes "the ID token …". */
export function findClaimsIssue({ sub, iat }: Claims, now: Instant): string | undefined {
  if (typeof sub !== 'string' || sub.trim() === '') return 'names nobody: its subject (sub) is empty'
  if (sub.length > SUBJECT_CHARACTERS_MAX) {
    return `has a subject (sub) of more than ${SUBJECT_CHARACTERS_MAX} characters`
  }
  if (typeof iat !== 'number' || iat * 1000 > now + ISSUED_AHEAD_MS_MAX) {
    return 'was issued in the future (iat): are the clocks right, here and at the provider?'
  }
  return undefined
}

/**
 * Returns the name of the user: the first claim that a user name can have. `suffix` distinguishes the user from
 * others of the same name.
 */
export function nameOfClaims(claims: Claims, suffix = ''): string {
  const candidates = ['preferred_username', 'email', 'name', 'sub'].map((claim) => claims[claim])
  const names = textsOf(candidates).map((name) =>
    tidyName([...tidyName(name)].slice(0, USER_NAME_LENGTH_MAX - suffix.length).join('') + suffix),
  )
  return names.find((name) => findNameIssue(name) === undefined) ?? `somebody${suffix}`
}

/** Returns a path of the console; its start page instead of anything else, such as another host. */
export function consolePathOf(to: string): string {
  const ours = 'http://console.invalid'
  const url = to.startsWith('/') && URL.canParse(to, ours) ? new URL(to, ours) : undefined
  // A path may still begin with two slashes, as `/.//host` does.
  const isOurs = url?.origin === ours && !/^\/[/\\]/.test(url.pathname)
  return isOurs ? url.pathname + url.search + url.hash : '/'
}

/** A sign-in on its way to the provider and back, as the browser carries it. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
  /** Where in the console to go afterwards. */
  readonly to: string
  readonly expiresAt: Instant
}

export const PENDING_MS = 10 * 60_000

/** Signed, so that the browser cannot change it; every node with the same secret can read it. */
export function sealPending(pending: PendingSignIn, secret: string): string {
  const body = Buffer.from(JSON.stringify(pending)).toString('base64url')
  return `${body}.${sign(body, secret)}`
}

/** Undefined: it is not signed by us, or its time is over. */
export function openPending(text: string, secret: string, now: Instant): PendingSignIn | undefined {
  const [body = '', signature = ''] = text.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(body, secret))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // Only a node of ours could sign it, and each writes it in this form.
  const pending = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as PendingSignIn
  return pending.expiresAt > now ? pending : undefined
}

function sign(body: string, secret: string): string {
  const key = createHmac('sha256', secret).update('tocsin pending sign-in').digest()
  return createHmac('sha256', key).update(body).digest('base64url')
}
