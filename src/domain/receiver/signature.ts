import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { SigningSecretId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { LONG_AHEAD, type Steps } from '../steps.ts'

/**
 * Signatures of requests by Standard Webhooks 1.0 (https://www.standardwebhooks.com): the symmetric scheme `v1`,
 * HMAC-SHA256 over `id.timestamp.body`.
 */

export interface SigningSecret {
  /** Counts from 1 within its webhook; never reused while the webhook has secrets. */
  readonly id: SigningSecretId
  /** `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string
  readonly createdAt: Instant
  /** Null: the newest, without an end. Older ones end with the rotation's overlap. */
  readonly expiresAt: Instant | null
}

/** Valid secrets of one webhook at the same time: each costs receivers a comparison, and requests some bytes. */
export const SIGNING_SECRETS_MAX = 5
/** The longest time for which a signing secret stays valid beside its successor. */
export const OVERLAP_MS_MAX = 7 * 86_400_000
export const OVERLAP_MS_DEFAULT = 86_400_000
/** The length of a secret that the service makes. */
export const SIGNING_SECRET_BYTES = 32

/** The header with the signatures, as it is sent. */
export const SIGNATURE_NAME = 'webhook-signature'

const PREFIX = 'whsec_'
const BYTES_MIN = 24
const BYTES_MAX = 64

/** The pattern of a secret, for documents; it also accepts 65 bytes. */
export const SIGNING_SECRET_PATTERN =
  '^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$'

export function formatSigningSecret(random: Buffer): string {
  return PREFIX + random.toString('base64')
}

/** Returns a sentence that completes "secret …" and does not repeat the secret; undefined: it is good. */
export function checkSigningSecret(text: string): string | undefined {
  if (!text.startsWith(PREFIX)) return `must begin with ${PREFIX}`
  const encoded = text.slice(PREFIX.length)
  const bytes = decode(text)
  // Verifiers differ in what they forgive, so only the spelling that all of them read is accepted.
  if (bytes.toString('base64') !== encoded) {
    return `must be ${PREFIX} and base64 with its padding (RFC 4648, section 4)`
  }
  return bytes.length < BYTES_MIN || bytes.length > BYTES_MAX
    ? `must be ${BYTES_MIN} to ${BYTES_MAX} bytes in base64; these are ${bytes.length}`
    : undefined
}

/** Returns the part of a secret that may be shown. */
export function secretHint(secret: string): string {
  return secret.slice(-4)
}

/** Returns the secrets that sign at this moment, the newest first. */
export function liveSecrets(secrets: readonly SigningSecret[], now: Instant): readonly SigningSecret[] {
  return secrets.filter(({ expiresAt }) => isLive(expiresAt, now)).toSorted(newestFirst)
}

export interface Rotation {
  readonly secret: string
  /** Older secrets sign no longer than this. */
  readonly overlapUntil: Instant
  readonly now: Instant
}

/** Returns the secrets after a rotation without expired ones, the newest first. They may be too many. */
export function rotateSecrets(
  secrets: readonly SigningSecret[],
  { secret, overlapUntil, now }: Rotation,
): readonly SigningSecret[] {
  const id = 1 + Math.max(0, ...secrets.map((known) => known.id))
  const older = secrets.map((known) => ({
    ...known,
    expiresAt: Math.min(known.expiresAt ?? overlapUntil, overlapUntil),
  }))
  return liveSecrets([{ id, secret, createdAt: now, expiresAt: null }, ...older], now)
}

/** The signed texts, as they are sent in `webhook-id`, `webhook-timestamp` and the body. */
export interface SignedContent {
  readonly id: string
  /** Seconds since the epoch, in decimal. */
  readonly timestamp: string
  /** A string is sent as UTF-8. */
  readonly body: string | Uint8Array
}

/**
 * Returns the value of `webhook-signature`: one signature per live secret, separated by spaces. One of the longest body
 * takes ten milliseconds.
 */
export type Sign = (content: SignedContent, now: Instant) => Steps<string>

/**
 * Decodes the secrets once per webhook: that costs five times as much as a signature. Undefined: requests are not
 * signed.
 */
export function createSigner(secrets: readonly SigningSecret[]): Sign | undefined {
  if (secrets.length === 0) return undefined
  const keys: readonly { readonly key: KeyObject; readonly expiresAt: Instant | null }[] = secrets
    .toSorted(newestFirst)
    .map(({ secret, expiresAt }) => ({ key: createSecretKey(decode(secret)), expiresAt }))
  return function* ({ id, timestamp, body }, now) {
    const content =
      typeof body === 'string'
        ? `${id}.${timestamp}.${body}`
        : Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
    const signatures: string[] = []
    for (const { key, expiresAt } of keys) {
      if (!isLive(expiresAt, now)) continue
      signatures.push(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
      yield LONG_AHEAD
    }
    return signatures.join(' ')
  }
}

function newestFirst(one: SigningSecret, other: SigningSecret): number {
  return other.id - one.id
}

function isLive(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt === null || expiresAt > now
}

function decode(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}
