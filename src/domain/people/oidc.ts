import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../instant.ts'
import { findNameIssue, ROLES, tidyName, USER_NAME_LENGTH_MAX, type Role } from './user.ts'

/** Claims of a provider about the signed-in person. */
export type Claims = Readonly<Record<string, unknown>>

export interface RoleRules {
  /** `groups`, or `realm_access.roles` for a nested member. */
  readonly claim: string
  /** The values of the claim that give each role. */
  readonly valuesOf: Readonly<Record<Role, readonly string[]>>
  readonly defaultRole: Role | 'none'
}

/** The greatest role that the claim gives; undefined: none. */
export function roleOf(claims: Claims, { claim, valuesOf, defaultRole }: RoleRules): Role | undefined {
  const given = new Set(textsOf(claimOf(claims, claim)))
  const role = ROLES.toReversed().find((role) => valuesOf[role].some((value) => given.has(value)))
  return role ?? (defaultRole === 'none' ? undefined : defaultRole)
}

/** Returns undefined if the provider does not say. */
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
/** The limit of OpenID Connect Core 1.0, section 2. */
export const SUBJECT_CHARACTERS_MAX = 255

/** Says what is wrong with claims; completes "the ID token …". */
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

/** Returns the first claim that is a valid user name, with `suffix` to distinguish users of the same name. */
export function nameOfClaims(claims: Claims, suffix = ''): string {
  const candidates = ['preferred_username', 'email', 'name', 'sub'].map((claim) => claims[claim])
  const names = textsOf(candidates).map((name) =>
    tidyName([...tidyName(name)].slice(0, USER_NAME_LENGTH_MAX - suffix.length).join('') + suffix),
  )
  return names.find((name) => findNameIssue(name) === undefined) ?? `somebody${suffix}`
}

/** Returns a path of the console; its start page for anything else, such as another host. */
export function consolePathOf(to: string): string {
  const ours = 'http://console.invalid'
  const url = to.startsWith('/') && URL.canParse(to, ours) ? new URL(to, ours) : undefined
  // A path may still begin with two slashes, as `/.//host` does.
  const isOurs = url?.origin === ours && !/^\/[/\\]/.test(url.pathname)
  return isOurs ? url.pathname + url.search + url.hash : '/'
}

/** A sign-in on its way to the provider and back, kept in the browser. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly to: string
  readonly expiresAt: Instant
}

export const PENDING_MS = 10 * 60_000

/** Signs it, so that the browser cannot change it; every node with the secret can read it. */
export function sealPending(pending: PendingSignIn, secret: string): string {
  const body = Buffer.from(JSON.stringify(pending)).toString('base64url')
  return `${body}.${sign(body, secret)}`
}

/** Returns undefined if we did not sign it, or it has expired. */
export function openPending(text: string, secret: string, now: Instant): PendingSignIn | undefined {
  const [body = '', signature = ''] = text.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(body, secret))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // Our nodes alone could sign it, and they write it in this form.
  const pending = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as PendingSignIn
  return pending.expiresAt > now ? pending : undefined
}

function sign(body: string, secret: string): string {
  const key = createHmac('sha256', secret).update('tocsin pending sign-in').digest()
  return createHmac('sha256', key).update(body).digest('base64url')
}
