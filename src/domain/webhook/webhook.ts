import type { Event } from '../alert/event.ts'
import type { HeaderId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { ResponseRule } from '../receiver/response-rule.ts'
import type { SigningSecret } from '../receiver/signature.ts'
import type { WebhookTls } from './webhook-tls.ts'

/** The one kind of events that a webhook gets. */
export type PayloadType = 'ALERT' | 'JOB'
export const PAYLOAD_TYPES = ['ALERT', 'JOB'] as const satisfies readonly PayloadType[]

export interface WebhookHeader {
  /** Never reused, not even after the header is deleted. */
  readonly id: HeaderId
  readonly key: string
  readonly value: string
}

/** The new states of an alert that a webhook gets. */
export interface AlertFlags {
  readonly low: boolean
  readonly medium: boolean
  readonly high: boolean
  readonly cleared: boolean
}

/** How alerts are sent: every change in order, or the current state once and the clear. */
export type Mode = 'every_change' | 'current_state'
export const MODES = ['every_change', 'current_state'] as const satisfies readonly Mode[]

/** Whether an alert that cleared before anything could be sent is skipped, or sent once. */
export type MissedAlerts = 'skip' | 'notify'
export const MISSED_ALERTS = ['skip', 'notify'] as const satisfies readonly MissedAlerts[]

/** Replaces the webhook's own request when an alert clears; the headers stay. */
export interface ClearRequest {
  readonly method: string
  readonly url: string
  readonly payloadTemplate: string
}

/**
 * Names and values such as `team` and `dba`, ordered by name; never empty. They do not change what is sent.
 */
export type WebhookTags = Readonly<Record<string, string>>

/** Lets at most `count` attempts begin within any `intervalMs`. */
export interface RateLimit {
  readonly count: number
  readonly intervalMs: number
}

/** The given properties of a webhook, except its headers. */
export interface WebhookFields {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly method: string
  readonly payloadTemplate: string
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly description: string
  readonly tags: WebhookTags | null
  /** The text of the matchers (domain/matching); null: every event. */
  readonly match: string | null
  readonly acknowledgements: boolean
  readonly maintenanceWindows: boolean
  readonly mode: Mode
  /** Must be `skip` in mode `every_change`. */
  readonly missedAlerts: MissedAlerts
  /** In mode `current_state` only; null: the webhook's own request. */
  readonly clearRequest: ClearRequest | null
  /** Distances between reminders, in mode `current_state` only; the last one repeats. Null: no reminders. */
  readonly remindMs: readonly number[] | null
  /** The longest attempt, from DNS to the last byte of the response; null: the server's setting. */
  readonly timeoutMs: number | null
  /** Delay before each attempt, the first included; null: the server's setting. */
  readonly retryScheduleMs: readonly number[] | null
  /** Older deliveries are not sent, in mode `every_change` only; null: no limit. */
  readonly maxAgeMs: number | null
  /** Attempts under way at once, on all nodes together; null: the server's setting. */
  readonly concurrencyMax: number | null
  /** Attempts above it are sent later, never lost; null: no limit. */
  readonly rateLimit: RateLimit | null
  /** The part of a response's body that is read and kept; null: the server's setting. */
  readonly responseBytesMax: number | null
  /** Null: the authorities of the system are trusted. */
  readonly tls: WebhookTls | null
  readonly responseRule: ResponseRule | null
  /** The webhook that is notified when a delivery fails. */
  readonly fallbackWebhookId: WebhookId | null
  /** The fallback is also notified after so long without success; null: `FALLBACK_AFTER_MS`. */
  readonly fallbackAfterMs: number | null
}

/** A definition: whom to call, how, with what, and about what. */
export interface Webhook extends WebhookFields {
  readonly id: WebhookId
  readonly headers: readonly WebhookHeader[]
  /** Each signs every request; empty: requests are not signed. */
  readonly signingSecrets: readonly SigningSecret[]
  /** Why the service disabled it (410 Gone); cleared when it is enabled again. */
  readonly disabledReason: string | null
  /** Set if it is damaged in the database: it counts as disabled. In words, as `disabledReason`. */
  readonly damage?: string
  /** Grows by one with each change; the ETag, and the key of compiled templates. */
  readonly revision: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Since when the part that decides who is notified is unchanged (domain/routing/routed-webhook.ts). */
  readonly routedSince: Instant
  /** The token or user that saved its matchers, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
}

export type WebhookRevision = Pick<Webhook, 'id' | 'revision'>

export interface NewHeader {
  readonly key: string
  readonly value: string
}

/** A complete definition without an id: every default is filled in. */
export interface NewWebhook extends WebhookFields {
  readonly headers: readonly NewHeader[]
}

/** Applied in this order: deleted, changed, added. All or nothing. */
export interface HeaderChanges {
  readonly deleted: readonly HeaderId[]
  readonly changed: readonly {
    readonly id: HeaderId
    readonly key?: string | undefined
    readonly value?: string | undefined
  }[]
  readonly added: readonly NewHeader[]
}

/** A merge: an absent or undefined member stays as it is. */
export type WebhookChange = {
  readonly [Field in keyof Omit<WebhookFields, 'alertFlags'>]?: WebhookFields[Field] | undefined
} & {
  readonly headers?: HeaderChanges | undefined
  readonly alertFlags?: Partial<AlertFlags> | undefined
}

type RequestPart = Pick<Webhook, 'method' | 'url' | 'payloadTemplate'>

/** Returns the request for a clear (`isOver`), or for everything else. */
export function requestOf(
  webhook: RequestPart & Pick<Webhook, 'clearRequest'>,
  isOver: boolean,
): RequestPart {
  return (isOver ? webhook.clearRequest : null) ?? webhook
}

/** Tells whether a sample, or an event that is tried out, is a clear. */
export function isClearedEvent(event: Event): boolean {
  return event.kind === 'alert' && event.newState === 'cleared'
}
