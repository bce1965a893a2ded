import type { PayloadType, Webhook } from '../../domain/webhook/webhook.ts'

/** SQLite has no truth values. Written as 0 and 1, which both engines take. */
type StoredFlag = number | boolean

export interface WebhookRow {
  id: number
  name: string
  url: string
  enabled: StoredFlag
  method: string
  payload_template: string
  payload_type: PayloadType
  low_alert: StoredFlag
  medium_alert: StoredFlag
  high_alert: StoredFlag
  cleared_alert: StoredFlag
  description: string
  timeout_ms: number | null
  retry_schedule_ms: string | null
  concurrency_max: number | null
  rate_limit: string | null
  answer_bytes_max: number | null
  tls: string | null
  answer_rule: string | null
  fallback_webhook_id: number | null
  signing_secrets: string
  disabled_reason: string | null
  revision: number
  created_at: number
  updated_at: number
}

export interface HeaderRow {
  id: number
  webhook_id: number
  key: string
  value: string
}

export interface StoredWebhook {
  readonly row: WebhookRow
  readonly headers: readonly HeaderRow[]
}

/** All but the id. */
export const WEBHOOK_COLUMNS = [
  'name',
  'url',
  'enabled',
  'method',
  'payload_template',
  'payload_type',
  'low_alert',
  'medium_alert',
  'high_alert',
  'cleared_alert',
  'description',
  'timeout_ms',
  'retry_schedule_ms',
  'concurrency_max',
  'rate_limit',
  'answer_bytes_max',
  'tls',
  'answer_rule',
  'fallback_webhook_id',
  'signing_secrets',
  'disabled_reason',
  'revision',
  'created_at',
  'updated_at',
] as const

export function toWebhook({ row, headers, damage }: StoredWebhook & { readonly damage?: string }): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    enabled: Boolean(row.enabled),
    method: row.method,
    headers: headers.map(({ id, key, value }) => ({ id, key, value })),
    payloadTemplate: row.payload_template,
    payloadType: row.payload_type,
    alertFlags: {
      low: Boolean(row.low_alert),
      medium: Boolean(row.medium_alert),
      high: Boolean(row.high_alert),
      cleared: Boolean(row.cleared_alert),
    },
    description: row.description,
    timeoutMs: row.timeout_ms,
    retryScheduleMs: fromJson(row.retry_schedule_ms),
    concurrencyMax: row.concurrency_max,
    rateLimit: fromJson(row.rate_limit),
    answerBytesMax: row.answer_bytes_max,
    tls: fromJson(row.tls),
    answerRule: fromJson(row.answer_rule),
    fallbackWebhookId: row.fallback_webhook_id,
    signingSecrets: JSON.parse(row.signing_secrets),
    disabledReason: row.disabled_reason,
    ...(damage !== undefined && { damage }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toRow(webhook: Omit<Webhook, 'id' | 'headers'>): Omit<WebhookRow, 'id'> {
  return {
    name: webhook.name,
    url: webhook.url,
    enabled: Number(webhook.enabled),
    method: webhook.method,
    payload_template: webhook.payloadTemplate,
    payload_type: webhook.payloadType,
    low_alert: Number(webhook.alertFlags.low),
    medium_alert: Number(webhook.alertFlags.medium),
    high_alert: Number(webhook.alertFlags.high),
    cleared_alert: Number(webhook.alertFlags.cleared),
    description: webhook.description,
    timeout_ms: webhook.timeoutMs,
    retry_schedule_ms: toJson(webhook.retryScheduleMs),
    concurrency_max: webhook.concurrencyMax,
    rate_limit: toJson(webhook.rateLimit),
    answer_bytes_max: webhook.answerBytesMax,
    tls: toJson(webhook.tls),
    answer_rule: toJson(webhook.answerRule),
    fallback_webhook_id: webhook.fallbackWebhookId,
    signing_secrets: JSON.stringify(webhook.signingSecrets),
    disabled_reason: webhook.disabledReason,
    revision: webhook.revision,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  }
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function fromJson<Value>(text: string | null): Value | null {
  return text === null ? null : JSON.parse(text)
}
