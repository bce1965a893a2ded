import type { Event } from '../alert/event.ts'
import type { HeaderId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { ResponseRule } from '../receiver/response-rule.ts'
import type { SigningSecret } from '../receiver/signature.ts'
import type { WebhookTls } from './webhook-tls.ts'

/** The kind of events that a webhook gets. One webhook gets one kind only. */
export type PayloadType = 'ALERT' | 'JOB'
export const PAYLOAD_TYPES = ['ALERT', 'JOB'] as const satisfies readonly PayloadType[]

export interface WebhookHeader {
  /** Never reused, not even after the header is deleted. */
  readonly id: HeaderId
  readonly key: string
  readonly value: string
}

/** Which new states of an alert the webhook is notified about. */
export interface AlertFlags {
  readonly low: boolean
  readonly medium: boolean
  readonly high: boolean
  readonly cleared: boolean
}

/** The mode of a webhook for alerts: every change in order, or the current state once and the clear. */
export type Mode = 'every_change' | 'current_state'
export const MODES = ['every_change', 'current_state'] as const satisfies readonly Mode[]

/** Decides about an alert that was raised and cleared before anything could be sent: skip it, or notify once. */
export type MissedAlerts = 'skip' | 'notify'
export const MISSED_ALERTS = ['skip', 'notify'] as const satisfies readonly MissedAlerts[]

/** The request that replaces the webhook's own when an alert clears; the headers are the webhook's. */
export interface ClearRequest {
  readonly method: string
  readonly url: string
  readonly payloadTemplate: string
}

/** Names and values, such as `team` and `dba`, ordered by name; never empty. They say nothing about what is sent. */
export type WebhookTags = Readonly<Record<string, string>>

/** Allows `count` attempts to begin within any period of `intervalMs`. */
export interface RateLimit {
  readonly count: number
  readonly intervalMs: number
}

/** The properties of a webhook that can be given when it is created or changed, apart from its headers. */
export interface WebhookFields {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly method: string
  readonly payloadTemplate: string
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly description: string
  /** Tags by which people find and group webhooks; null: none. */
  readonly tags: WebhookTags | null
  /** The text of the matchers that decide who is notified (domain/matching); null: every event. */
  readonly match: string | null
  /** The receiver is also notified when somebody acknowledges an alert. */
  readonly acknowledgements: boolean
  /** The receiver is also notified when a maintenance window begins and ends. */
  readonly maintenanceWindows: boolean
  readonly mode: Mode
  /** Other than `skip` in mode `current_state` only. */
  readonly missedAlerts: MissedAlerts
  /** The clear request, in mode `current_state` only; null: the webhook's own request. */
  readonly clearRequest: ClearRequest | null
  /** Longest time for one attempt, DNS to last byte of the response; null: the server's setting. */
  readonly timeoutMs: number | null
  /** Delay before each attempt, the first included; null: the server's setting. */
  readonly retryScheduleMs: readonly number[] | null
  /** A delivery that is older is not sent any more, in mode `every_change` only; null: no limit. */
  readonly maxAgeMs: number | null
  /** The number of attempts under way at once, on all nodes together; null: the setting of the server. */
  readonly concurrencyMax: number | null
  /** Over it means later, never lost; null: no limit. */
  readonly rateLimit: RateLimit | null
  /** So much of a response's body is read and kept; null: the server's setting. */
  readonly responseBytesMax: number | null
  /** Null: certificates are checked against the authorities that the system trusts. */
  readonly tls: WebhookTls | null
  /** The conditions on the body of a 2xx response; null: none. */
  readonly responseRule: ResponseRule | null
  /** The webhook that is notified when a delivery of this one ends as failed; null: none. */
  readonly fallbackWebhookId: WebhookId | null
  /** The fallback is notified as well of what could not be delivered for so long; null: `FALLBACK_AFTER_MS`. */
  readonly fallbackAfterMs: number | null
}

/** A definition: whom to call, how, with what, and about what. */
export interface Webhook extends WebhookFields {
  readonly id: WebhookId
  readonly headers: readonly WebhookHeader[]
  /** Each signs every request; none: requests are not signed. */
  readonly signingSecrets: readonly SigningSecret[]
  /** Why the service itself disabled it (a receiver responded with 410 Gone); cleared when it is enabled again. */
  readonly disabledReason: string | null
  /** Set: what is stored of it cannot be read, so that it only counts as disabled; in words, as in `disabledReason`. */
  readonly damage?: string
  /** Grows by one with each change; the ETag, and the key of compiled templates. */
  readonly revision: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Since when the part that decides who is notified is as it is (domain/routing/routed-webhook.ts). */
  readonly routedSince: Instant
  /** The token or user that saved its matchers, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
}

/** Says whether it is still the one that somebody has seen. */
export type WebhookRevision = Pick<Webhook, 'id' | 'revision'>

export interface NewHeader {
  readonly key: string
  readonly value: string
}

/** A complete definition before it has an id: every default is filled in. */
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

/** The part of a webhook that makes a request, its headers apart. */
type RequestPart = Pick<Webhook, 'method' | 'url' | 'payloadTemplate'>

/** The request by which a webhook reports that an alert is over, or everything else. */
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
