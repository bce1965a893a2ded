import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NewHeader } from '../../../domain/webhook/webhook.ts'
import { sealedWith, type SecretBox } from '../../encryption/secret-box.ts'
import {
  toRow,
  WEBHOOK_COLUMNS,
  type HeaderRow,
  type StoredWebhook,
  type WebhookRow,
} from '../../rows/webhook-row.ts'
import { storedValuesOf, type OpenedWebhook, type WebhookSeals } from '../../webhook-seals.ts'
import { keepDamaged, type HeaderWrites, type WebhookWrite } from '../../webhook-writes.ts'
import type { Transaction } from '../connection/database.ts'

/** Opens and seals what webhooks keep secret. */
export interface WebhookSecrets {
  readonly webhookSeals: WebhookSeals
  readonly box: SecretBox
}

/** With its headers, so that one statement, and so one moment, gives both. */
export type JoinedRow = WebhookRow & { readonly headers: readonly HeaderRow[] }

export const SELECT_WEBHOOKS = `SELECT webhooks.*, coalesce((SELECT json_agg(header ORDER BY header.id)
  FROM webhook_headers header WHERE header.webhook_id = webhooks.id), '[]') AS headers FROM webhooks`
const SELECT_ONE = `${SELECT_WEBHOOKS} WHERE id = $1`

/** A value is sealed for its place, so the numbers come before the rows. */
const NEXT_ID = "SELECT nextval(pg_get_serial_sequence('webhooks', 'id')) AS id"
const NEXT_HEADER_IDS =
  "SELECT nextval(pg_get_serial_sequence('webhook_headers', 'id')) AS id FROM generate_series(1, $1::integer)"

/** Nodes read what is marked with a version that they have not seen (webhook-cache.ts). */
const COUNT_UP = 'UPDATE webhooks_version SET version = version + 1'
const VERSION = '(SELECT version FROM webhooks_version)'
const INSERT = `INSERT INTO webhooks (id, changed_in, ${WEBHOOK_COLUMNS.join(', ')})
  VALUES ($1, ${VERSION}, ${WEBHOOK_COLUMNS.map((_, index) => `$${index + 2}`).join(', ')})`
const UPDATE = `UPDATE webhooks SET changed_in = ${VERSION},
  ${WEBHOOK_COLUMNS.map((column, index) => `${column} = $${index + 2}`).join(', ')} WHERE id = $1`
const DELETE = 'DELETE FROM webhooks WHERE id = $1'
/** Of so many changes it is remembered what was deleted in them; a node that has missed more reads everything anew. */
export const DELETIONS_KEPT = 10_000
const REMEMBER_DELETION = `INSERT INTO webhook_deletions (deleted_in, webhook_id) VALUES (${VERSION}, $1)`
const FORGET_DELETIONS = `DELETE FROM webhook_deletions WHERE deleted_in < ${VERSION} - ${DELETIONS_KEPT}`

const INSERT_HEADERS = `INSERT INTO webhook_headers (id, webhook_id, key, value)
  SELECT header.id, $1, header.key, header.value
  FROM unnest($2::bigint[], $3::text[], $4::text[]) AS header (id, key, value)`
/** Without a value what is stored stays. */
const UPDATE_HEADER = 'UPDATE webhook_headers SET key = $2, value = coalesce($3, value) WHERE id = $1'
const DELETE_HEADERS = 'DELETE FROM webhook_headers WHERE id = ANY($1)'

const DISABLE = `UPDATE webhooks SET enabled = false, disabled_reason = $2, updated_at = $3, revision = revision + 1,
  changed_in = ${VERSION} WHERE id = $1`
/** What is stored of it, and what that says. */
export interface FoundWebhook extends OpenedWebhook {
  readonly stored: StoredWebhook
}

/**
 * Throws `unavailable` if something is sealed under a key that this node has not been given: another node has. What
 * this node takes for damaged it would not tell anything, and would lose it with the next change.
 */
export function openWebhook(
  { webhookSeals, box }: WebhookSecrets,
  { headers, ...row }: JoinedRow,
): FoundWebhook {
  const stored = { row, headers }
  const opened = webhookSeals.open(row, headers)
  if (opened.damaged.length > 0) {
    for (const { stored: value } of storedValuesOf(stored)) {
      const keyId = sealedWith(value)
      if (keyId !== null && !box.keyIds.includes(keyId)) throw missingKey(row.id, keyId)
    }
  }
  return { ...opened, stored }
}

/** For transactions with the lock `webhooks`. */
export async function selectWebhook(
  transaction: Transaction,
  parts: WebhookSecrets,
  id: number,
): Promise<FoundWebhook | undefined> {
  const { rows } = await transaction.query<JoinedRow>(SELECT_ONE, [id])
  return rows[0] && openWebhook(parts, rows[0])
}

export async function nextWebhookId(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ id: number }>(NEXT_ID)
  return rows[0]!.id
}

export async function nextHeaderIds(transaction: Transaction, count: number): Promise<readonly number[]> {
  if (count === 0) return []
  const { rows } = await transaction.query<{ id: number }>(NEXT_HEADER_IDS, [count])
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** The headers follow by themselves. */
export async function insertWebhook(
  transaction: Transaction,
  { webhookSeals }: Pick<WebhookSecrets, 'webhookSeals'>,
  { id, fields }: { readonly id: number } & Pick<WebhookWrite, 'fields'>,
): Promise<void> {
  const row = webhookSeals.sealRow(toRow(fields), id)
  await Promise.all([
    transaction.query(COUNT_UP),
    transaction.query(INSERT, [id, ...WEBHOOK_COLUMNS.map((column) => row[column])]),
  ])
}

export async function updateWebhook(
  transaction: Transaction,
  { webhookSeals }: Pick<WebhookSecrets, 'webhookSeals'>,
  { found, write }: { readonly found: FoundWebhook; readonly write: WebhookWrite },
): Promise<void> {
  const { row: stored } = found.stored
  const sealed = webhookSeals.sealRow(toRow(write.fields), stored.id)
  const row = keepDamaged(sealed, stored, { damaged: found.damaged, given: write.given })
  await Promise.all([
    transaction.query(COUNT_UP),
    transaction.query(UPDATE, [stored.id, ...WEBHOOK_COLUMNS.map((column) => row[column])]),
  ])
}

/** Its headers go with it. */
export async function deleteRow(transaction: Transaction, id: number): Promise<void> {
  await Promise.all([
    transaction.query(COUNT_UP),
    transaction.query(DELETE, [id]),
    transaction.query(REMEMBER_DELETION, [id]),
    transaction.query(FORGET_DELETIONS),
  ])
}

/** Everything else of it stays as it is stored. */
export async function disableRow(
  transaction: Transaction,
  { id, reason, now }: { readonly id: number; readonly reason: string; readonly now: Instant },
): Promise<void> {
  await Promise.all([transaction.query(COUNT_UP), transaction.query(DISABLE, [id, reason, now])])
}

export interface NumberedHeaders {
  readonly webhookId: number
  readonly headers: readonly NewHeader[]
  readonly ids: readonly number[]
}

export async function insertHeaders(
  transaction: Transaction,
  { webhookSeals }: Pick<WebhookSecrets, 'webhookSeals'>,
  { webhookId, headers, ids }: NumberedHeaders,
): Promise<void> {
  if (headers.length === 0) return
  const keys = headers.map(({ key }) => key)
  const values = headers.map(({ value }, index) =>
    webhookSeals.sealHeader(value, { webhookId, id: ids[index]! }),
  )
  await transaction.query(INSERT_HEADERS, [webhookId, ids, keys, values])
}

/** All but those that are added. */
export async function changeHeaders(
  transaction: Transaction,
  { webhookSeals }: Pick<WebhookSecrets, 'webhookSeals'>,
  { webhookId, deleted, changed }: { readonly webhookId: number } & Omit<HeaderWrites, 'added'>,
): Promise<void> {
  await Promise.all([
    deleted.length > 0 && transaction.query(DELETE_HEADERS, [deleted]),
    ...changed.map(({ id, key, value }) => {
      const sealed = value === undefined ? null : webhookSeals.sealHeader(value, { webhookId, id })
      return transaction.query(UPDATE_HEADER, [id, key, sealed])
    }),
  ])
}

function missingKey(webhookId: number, keyId: string): AppError {
  return new AppError(
    'unavailable',
    `Webhook ${webhookId} is encrypted with the key ${keyId}, which this node has not been given: another node has. Give it in TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE and start this node anew.`,
  )
}
