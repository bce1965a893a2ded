import type { AuditId, AuditObjectId, TokenId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/** A user or a token, under its name at that time, or the service itself. */
export interface Actor {
  /** Null: no token was used. */
  readonly tokenId: TokenId | null
  /** Null: it was no user. */
  readonly userId: UserId | null
  readonly name: string
  /** The address of the request; null: it came from the service. */
  readonly address: string | null
}

/** `token bot`, `user ada`, or the name alone. */
function describeActor({ tokenId, userId, name }: Actor): string {
  if (tokenId !== null) return `token ${name}`
  return userId === null ? name : `user ${name}`
}

/** An actor, with what else should be known of the change, e.g. `through v6`. */
export interface Author extends Actor {
  readonly note?: string
}

/** The time of a change and its author; absent: the service itself. */
export interface When {
  readonly now: Instant
  readonly by?: Author | undefined
}

/** The author of automatic changes, e.g. because a receiver is gone. */
export const SERVICE_ACTOR: Actor = { tokenId: null, userId: null, name: 'tocsin', address: null }

/** Actions are only added: old entries keep theirs. */
export const AUDIT_ACTIONS = [
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.disabled_by_receiver',
  'webhook.tested',
  'webhook.resynced',
  'webhook.resumed',
  'webhook.signing_rotated',
  'webhook.signing_removed',
  'token.created',
  'token.revoked',
  'user.created',
  'user.changed',
  'user.deleted',
  'user.invited',
  'user.password_changed',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'user.signed_out_everywhere',
  'delivery.retried',
  'delivery.cancelled',
  'alert.cleared',
  'alert.acknowledged',
  'alert.acknowledgement_withdrawn',
  'silence.created',
  'silence.changed',
  'silence.ended',
  'window.created',
  'window.changed',
  'window.deleted',
  'operation.started',
  'operation.stopped',
  'operation.ended',
  'backup.taken',
  'encryption.rotated',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_OBJECTS = [
  'webhook',
  'token',
  'user',
  'delivery',
  'alert',
  'operation',
  'silence',
  'window',
  'database',
] as const

type AuditObject = (typeof AUDIT_OBJECTS)[number]

/** A value as the log shows it; null: no value. */
export type AuditValue = string | number | boolean | null

/** Secrets are hidden in both values; if only a hidden part differs, `to` says `(changed)`. */
export interface FieldChange {
  /** In the words of the interface: `payload_template`, `http_headers[3]`. */
  readonly field: string
  readonly from: AuditValue
  readonly to: AuditValue
}

/** Written together with its change, and never changed. */
export interface AuditEntry {
  readonly id: AuditId
  readonly at: Instant
  readonly actor: Actor
  readonly action: AuditAction
  readonly objectType: AuditObject
  /** Null for what exists once, such as the database, and for a draft without an id. */
  readonly objectId: AuditObjectId | null
  /** The name at that time. */
  readonly objectName: string | null
  readonly changes: readonly FieldChange[]
  readonly note: string | null
}

export type NewAuditEntry = Omit<AuditEntry, 'id'>

/** The author where a request may name somebody; the log has the principal as well. */
export interface NamedAuthor {
  readonly createdBy: string
  /** The token or user that named `createdBy`; null: the principal's own name. */
  readonly createdThrough: string | null
}

export function namedAuthor(named: string | undefined, by: Actor): NamedAuthor {
  if (named === undefined || named.trim() === '' || named === by.name)
    return { createdBy: by.name, createdThrough: null }
  return { createdBy: named, createdThrough: describeActor(by) }
}
