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
import { flag, json, tableOf, text, whole, type ColumnType, type RowOf, type StoredFlag } from './columns.ts'
import type { Mode, PayloadType, Webhook } from '../../domain/webhook/webhook.ts'
import type { HeaderId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

const OWN_COLUMNS = {
  id: whole<WebhookId>(),
  name: text(),
  url: text(),
  enabled: flag(),
  method: text(),
  payload_template: text(),
  payload_type: text<PayloadType>(),
  low_alert: flag(),
  medium_alert: flag(),
  high_alert: flag(),
  cleared_alert: flag(),
  description: text(),
  signing_secrets: json<Webhook['signingSecrets']>([]),
  disabled_reason: text<string | null>(),
  revision: whole(),
  created_at: whole<Instant>(),
  updated_at: whole<Instant>(),
  routed_since: whole<Instant>(),
  match_owner: text<string | null>(),
}

/** The columns of a webhook without its settings. */
const OWN = tableOf(OWN_COLUMNS)

export type WebhookRow = RowOf<typeof OWN_COLUMNS> & StoredSettings

type StoredSettings = Record<WholeColumn, number | null> &
  Record<JsonColumn | TextColumn, string | null> &
  Record<WordColumn, string> &
  Record<FlagColumn, StoredFlag>

const OWN_TYPES = Object.entries(OWN.types)
const SETTING_TYPES = SETTINGS.map(({ column, stored }): [string, ColumnType] => [column, typeOf(stored)])

/** Settings stand before the secrets, because rows of every release are read in this order. */
export const WEBHOOK_TYPES: Readonly<Record<string, ColumnType>> = Object.fromEntries(
  OWN_TYPES.toSpliced(Object.keys(OWN_COLUMNS).indexOf('signing_secrets'), 0, ...SETTING_TYPES),
)

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

/** The columns of a webhook without its id. */
export const WEBHOOK_COLUMNS = Object.keys(WEBHOOK_TYPES).filter((column) => column !== 'id')

/** Unsealed columns that decide whether a webhook is notified. */
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

/** The columns of a webhook that its revisions keep. */
export const REVISED_COLUMNS = [
  ...ROUTED_COLUMNS.filter((column) => column !== 'id'),
  'name',
  'disabled_reason',
] as const
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
    // The API validated what is stored.
    mode: row.mode as Mode,
    match: row.match,
    matchOwner: row.match_owner,
    fallbackWebhookId: row.fallback_webhook_id,
  }
}

export function toWebhook({ row, headers, damage }: StoredWebhook & { readonly damage?: string }): Webhook {
  const {
    lowAlert: low,
    mediumAlert: medium,
    highAlert: high,
    clearedAlert: cleared,
    ...own
  } = OWN.fromRow(row)
  return {
    ...own,
    alertFlags: { low, medium, high, cleared },
    headers: headers.map(({ id, key, value }) => ({ id, key, value })),
    ...settingsOf(({ column, stored }) => fromStored(row[column], stored)),
    ...(damage !== undefined && { damage }),
  }
}

export function toRow(webhook: Omit<Webhook, 'id' | 'headers'>): Omit<WebhookRow, 'id'> {
  const { low: lowAlert, medium: mediumAlert, high: highAlert, cleared: clearedAlert } = webhook.alertFlags
  const own = OWN.toRow({ ...webhook, lowAlert, mediumAlert, highAlert, clearedAlert })
  return { ...own, ...toStoredSettings(webhook) }
}

function typeOf(stored: AnySetting['stored']): ColumnType {
  return stored === 'whole' || stored === 'flag' ? stored : 'text'
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
