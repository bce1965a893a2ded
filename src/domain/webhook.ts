import type { Instant } from './instant.ts'

/** What a webhook is told about. One webhook is told about one kind only. */
export type PayloadType = 'ALERT' | 'JOB'
export const PAYLOAD_TYPES = ['ALERT', 'JOB'] as const satisfies readonly PayloadType[]

export interface WebhookHeader {
  /** Never reused, not even after the header is deleted. */
  readonly id: number
  readonly key: string
  readonly value: string
}

/** Which new states of an alert the webhook is told about. */
export interface AlertFlags {
  readonly low: boolean
  readonly medium: boolean
  readonly high: boolean
  readonly cleared: boolean
}

/** A definition: whom to call, how, with what, and about what. */
export interface Webhook {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly method: string
  readonly headers: readonly WebhookHeader[]
  readonly payloadTemplate: string
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly description: string
  /** Longest time for one attempt, DNS to last byte of the answer; null: the server's setting. */
  readonly timeoutMs: number | null
  /** Delay before each attempt, the first included; null: the server's setting. */
  readonly retryScheduleMs: readonly number[] | null
  /** Why the service itself disabled it (a receiver answered 410 Gone); cleared when it is enabled again. */
  readonly disabledReason: string | null
  /** Grows by one with each change; the ETag, and the key of compiled templates. */
  readonly revision: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface NewHeader {
  readonly key: string
  readonly value: string
}

/** A complete definition before it has an id: every default is filled in. */
export interface NewWebhook {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly method: string
  readonly headers: readonly NewHeader[]
  readonly payloadTemplate: string
  readonly payloadType: PayloadType
  readonly alertFlags: AlertFlags
  readonly description: string
  readonly timeoutMs: number | null
  readonly retryScheduleMs: readonly number[] | null
}

/** Applied in this order: deleted, changed, added. All or nothing. */
export interface HeaderChanges {
  readonly deleted: readonly number[]
  readonly changed: readonly {
    readonly id: number
    readonly key?: string | undefined
    readonly value?: string | undefined
  }[]
  readonly added: readonly NewHeader[]
}

/** A merge: an absent or undefined member stays as it is. */
export interface WebhookChange {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly enabled?: boolean | undefined
  readonly method?: string | undefined
  readonly headers?: HeaderChanges | undefined
  readonly payloadTemplate?: string | undefined
  readonly payloadType?: PayloadType | undefined
  readonly alertFlags?: Partial<AlertFlags> | undefined
  readonly description?: string | undefined
  readonly timeoutMs?: number | null | undefined
  readonly retryScheduleMs?: readonly number[] | null | undefined
}
