import { SealError, type AssociatedData, type SecretBox } from './encryption/secret-box.ts'
import { JSON_SETTINGS } from '../domain/definition/webhook-settings.ts'
import type { JsonColumn } from '../domain/definition/webhook-setting.ts'
import { readStored } from './rows/columns.ts'
import type { HeaderRow, StoredWebhook, WebhookRow } from './rows/webhook-row.ts'
import type { HeaderId, WebhookId } from '../domain/ids.ts'

/** Columns that may hold a secret, besides header values, each with its stand-in if damaged. */
const SEALED_COLUMNS = {
  // An address that no resolver knows (RFC 6761, section 6.4).
  url: 'http://damaged.invalid/',
  payload_template: '',
  clear_request: null,
  tls: null,
  signing_secrets: '[]',
} as const satisfies Partial<Record<keyof WebhookRow, string | null>>

export type SealedColumn = keyof typeof SEALED_COLUMNS
const COLUMN_NAMES = Object.keys(SEALED_COLUMNS) as readonly SealedColumn[]

/** Columns of JSON, sealed or not, each with its stand-in if damaged. */
const JSON_COLUMNS: readonly (readonly [column: JsonColumn | 'signing_secrets', ifDamaged: '[]' | null])[] = [
  ...JSON_SETTINGS.map(({ column }) => [column, null] as const),
  ['signing_secrets', '[]'],
]

export type FragileColumn = SealedColumn | JsonColumn

/** The names on the wire, where the column has another. */
const WORDS: ReadonlyMap<FragileColumn, string> = new Map([
  ['signing_secrets', 'signing secrets'],
  ...JSON_SETTINGS.map(({ column, wire }) => [column, wire] as const),
])

export interface OpenedWebhook extends StoredWebhook {
  /** Damaged values: each has a harmless stand-in, and the webhook counts as disabled. */
  readonly damaged: readonly Damage[]
  /** The reason in words, if the webhook is enabled otherwise. */
  readonly damage?: string
}

export interface Damage {
  readonly column: FragileColumn | 'value'
  /** Undefined for columns of the webhook. */
  readonly headerId?: HeaderId
  readonly name: string
}

export interface StoredValue {
  readonly webhookId: WebhookId
  readonly column: SealedColumn | 'value'
  /** Undefined for columns of the webhook. */
  readonly headerId?: HeaderId
  readonly stored: string
}

/** Seals and opens stored values of webhooks. A value that does not open is reported, never thrown or lost. */
export class WebhookSeals {
  readonly #box: SecretBox

  constructor(box: SecretBox) {
    this.#box = box
  }

  sealRow<Row extends Pick<WebhookRow, SealedColumn>>(row: Row, id: WebhookId): Row {
    const sealed = COLUMN_NAMES.map((column) => {
      const value = row[column]
      return [column, isNothing(value) ? value : this.#box.seal(value, associatedDataOf(id, column))] as const
    })
    return { ...row, ...Object.fromEntries(sealed) }
  }

  sealHeader(
    value: string,
    { webhookId, id }: { readonly webhookId: WebhookId; readonly id: HeaderId },
  ): string {
    return isNothing(value) ? value : this.#box.seal(value, associatedDataOf(webhookId, 'value', id))
  }

  open(row: WebhookRow, headers: readonly HeaderRow[]): OpenedWebhook {
    const damaged: Damage[] = []
    const opened = { ...row }
    for (const column of COLUMN_NAMES) {
      const stored = row[column]
      if (isNothing(stored)) continue
      const text = this.#tryOpen(stored, associatedDataOf(row.id, column))
      if (text === undefined) damaged.push({ column, name: nameOf(column) })
      Object.assign(opened, { [column]: text ?? SEALED_COLUMNS[column] })
    }
    for (const [column, ifDamaged] of JSON_COLUMNS) {
      if (isJson(opened[column])) continue
      damaged.push({ column, name: nameOf(column) })
      Object.assign(opened, { [column]: ifDamaged })
    }
    const openedHeaders = headers.map((header) => {
      const value = this.#tryOpen(header.value, associatedDataOf(row.id, 'value', header.id))
      if (value === undefined) {
        damaged.push({ column: 'value', headerId: header.id, name: `header ${header.key}` })
      }
      return { ...header, value: value ?? '' }
    })
    if (damaged.length === 0) return { row: opened, headers: openedHeaders, damaged }
    if (!row.enabled) return { row: opened, headers: openedHeaders, damaged }
    const damage = damageReason(damaged)
    const disabled = { enabled: 0, disabled_reason: damage }
    return { row: { ...opened, ...disabled }, headers: openedHeaders, damaged, damage }
  }

  /** Seals the value under the current key; undefined: it is already, or does not open. */
  reseal({ webhookId, column, headerId, stored }: StoredValue): string | undefined {
    if (this.#box.currentKeyId === null || this.#box.isCurrent(stored)) return undefined
    const data = associatedDataOf(webhookId, column, headerId)
    const text = this.#tryOpen(stored, data)
    return text === undefined ? undefined : this.#box.seal(text, data)
  }

  #tryOpen(stored: string, data: AssociatedData): string | undefined {
    try {
      return this.#box.open(stored, data)
    } catch (error) {
      if (error instanceof SealError) return undefined
      throw error
    }
  }
}

/** Returns every value that may be sealed. */
export function storedValuesOf({ row, headers }: StoredWebhook): readonly StoredValue[] {
  const columns = COLUMN_NAMES.flatMap((column): readonly StoredValue[] => {
    const stored = row[column]
    return isNothing(stored) ? [] : [{ webhookId: row.id, column, stored }]
  })
  const values = headers.flatMap(({ id, value }): readonly StoredValue[] =>
    isNothing(value) ? [] : [{ webhookId: row.id, column: 'value', headerId: id, stored: value }],
  )
  return [...columns, ...values]
}

export function damageReason(damaged: readonly Damage[]): string {
  return `What is stored of it is damaged and cannot be read: ${damaged.map(({ name }) => name).join(', ')}. Give that anew, or restore a backup; then enable the webhook.`
}

function associatedDataOf(
  webhookId: WebhookId,
  column: SealedColumn | 'value',
  headerId?: HeaderId,
): AssociatedData {
  return headerId === undefined
    ? ['webhooks', webhookId, column]
    : ['webhook_headers', webhookId, column, headerId]
}

function nameOf(column: FragileColumn): string {
  return WORDS.get(column) ?? column
}

function isJson(stored: string | null): boolean {
  return stored === null || readStored<unknown>(stored, undefined) !== undefined
}

function isNothing(stored: string | null): stored is null {
  return stored === null || stored === '' || stored === '[]'
}
