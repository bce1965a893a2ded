import { SETTINGS, settingsOf, type AnySetting } from '../../domain/definition/webhook-settings.ts'
import type {
  FlagColumn,
  JsonColumn,
  SettingName,
  TextColumn,
  WholeColumn,
  WordColumn,
} from '../../domain/definition/webhook-setting.ts'
import type { RoutedWebhook } from '../../domain/routing/routed-webhook.ts'
import type { Mode, PayloadType, Webhook } from '../../domain/webhook/webhook.ts'
import type { HeaderId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

/** SQLite has no truth values. Written as 0 and 1, which both engines take. */
type StoredFlag = number | boolean

export interface WebhookRow extends StoredSettings {
  id: WebhookId
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
  signing_secrets: string
  disabled_reason: string | null
  revision: number
  created_at: Instant
  updated_at: Instant
  routed_since: Instant
  match_owner: string | null
}

type StoredSettings = Record<WholeColumn, number | null> &
  Record<JsonColumn | TextColumn, string | null> &
  Record<WordColumn, string> &
  Record<FlagColumn, StoredFlag>

export interface HeaderRow {
  id: HeaderId
  webhook_id: WebhookId
  key: string
  value: string
}

export interface StoredWebhook {
  readonly row: WebhookRow
  readonly headers: readonly HeaderRow[]
}

/** All but the id. */
export const WEBHOOK_COLUMNS: readonly string[] = [
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
  ...SETTINGS.map(({ column }) => column),
  'signing_secrets',
  'disabled_reason',
  'revision',
  'created_at',
  'updated_at',
  'routed_since',
  'match_owner',
]

/** The columns of what decides whether a webhook is notified; none of them is sealed. */
export const ROUTED_COLUMNS = [
  'id',
  'enabled',
  'payload_type',
  'low_alert',
  'medium_alert',
  'high_alert',
  'cleared_alert',
  'acknowledgements',
  'maintenance_windows',
  'mode',
  'match',
  'match_owner',
  'fallback_webhook_id',
] as const satisfies readonly (keyof WebhookRow)[]
export type RoutedRow = Pick<WebhookRow, (typeof ROUTED_COLUMNS)[number]>

export function toRoutedWebhook(row: RoutedRow): RoutedWebhook {
  return {
    id: row.id,
    enabled: Boolean(row.enabled),
    payloadType: row.payload_type,
    alertFlags: {
      low: Boolean(row.low_alert),
      medium: Boolean(row.medium_alert),
      high: Boolean(row.high_alert),
      cleared: Boolean(row.cleared_alert),
    },
    acknowledgements: Boolean(row.acknowledgements),
    maintenanceWindows: Boolean(row.maintenance_windows),
    // Stored settings are what the API let in.
    mode: row.mode as Mode,
    match: row.match,
    matchOwner: row.match_owner,
    fallbackWebhookId: row.fallback_webhook_id,
  }
}

export function toWebhook({ row, headers, damage }: StoredWebhook & { readonly damage?: string }): Webhook {
  return {
    ...toRoutedWebhook(row),
    name: row.name,
    url: row.url,
    method: row.method,
    headers: headers.map(({ id, key, value }) => ({ id, key, value })),
    payloadTemplate: row.payload_template,
    description: row.description,
    ...settingsOf(({ column, stored }) => fromStored(row[column], stored)),
    signingSecrets: JSON.parse(row.signing_secrets),
    disabledReason: row.disabled_reason,
    ...(damage !== undefined && { damage }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    routedSince: row.routed_since,
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
    ...toStoredSettings(webhook),
    signing_secrets: JSON.stringify(webhook.signingSecrets),
    disabled_reason: webhook.disabledReason,
    revision: webhook.revision,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
    routed_since: webhook.routedSince,
    match_owner: webhook.matchOwner,
  }
}

function toStoredSettings(webhook: Pick<Webhook, SettingName>): StoredSettings {
  const stored = SETTINGS.map(({ name, column, stored }) => [column, toStored(webhook[name], stored)])
  return Object.fromEntries(stored)
}

function toStored(value: unknown, stored: AnySetting['stored']): unknown {
  if (stored === 'flag') return Number(value)
  return value === null || stored !== 'json' ? value : JSON.stringify(value)
}

function fromStored(value: string | StoredFlag | null, stored: AnySetting['stored']): unknown {
  if (stored === 'flag') return Boolean(value)
  return value === null || stored !== 'json' ? value : JSON.parse(String(value))
}
