import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import { countCharacters, cutBySize, mapPart, type Part } from '../../../domain/part.ts'
import type { Rotation } from '../../../domain/receiver/signature.ts'
import type { NewHeader, NewWebhook, Webhook, WebhookChange } from '../../../domain/webhook/webhook.ts'
import type { WebhookPage } from '../../../domain/overview/webhook-search.ts'
import {
  NOTHING_YET,
  toRow,
  toWebhook,
  WEBHOOK_COLUMNS,
  type HeaderRow,
  type StoredWebhook,
  type WebhookRow,
} from '../../rows/webhook-row.ts'
import type { OpenedWebhook, WebhookSeals } from '../../webhook-seals.ts'
import {
  keepDamaged,
  planChange,
  planCreation,
  planDisabling,
  planRotation,
  planSecretRemoval,
  requireRevision,
  type HeaderWrites,
  type WebhookWrite,
} from '../../webhook-writes.ts'
import { WebhookDeliveries } from '../settling/webhook-deliveries.ts'

interface When {
  readonly now: Instant
  readonly ifRevision?: number
}

export class WebhookTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #seals: WebhookSeals
  readonly #deliveries: Pick<WebhookDeliveries, 'begin'>

  constructor(db: Database, seals: WebhookSeals, deliveries = new WebhookDeliveries(db)) {
    this.#sql = prepare(db)
    this.#deliveries = deliveries
    this.#seals = seals
  }

  findWebhook(id: number): Webhook | undefined {
    const opened = this.#open(id)
    return opened && toWebhook(opened)
  }

  listWebhooks({ after = 0, limit = -1, charactersMax }: Partial<WebhookPage>): Part<Webhook> {
    const stored =
      charactersMax === undefined
        ? this.#list({ after, limit })
        : cutBySize(this.#walk(after, limit), charactersMax, countCharacters)
    return mapPart(stored, ({ row, headers }) => toWebhook(this.#seals.open(row, headers)))
  }

  #list({ after, limit }: { readonly after: number; readonly limit: number }): readonly StoredWebhook[] {
    const rows = this.#sql.selectPage.all(after, limit)
    const first = rows[0]?.id
    const last = rows.at(-1)?.id
    if (first === undefined || last === undefined) return []
    const headers = Map.groupBy(this.#sql.selectHeaders.all(first, last), (header) => header.webhook_id)
    return rows.map((row) => ({ row, headers: headers.get(row.id) ?? [] }))
  }

  /** The same, one after the other: whoever has enough reads no more. */
  *#walk(after: number, limit: number): Generator<StoredWebhook> {
    for (const row of this.#sql.selectPage.iterate(after, limit)) {
      yield { row, headers: this.#sql.selectHeaders.all(row.id, row.id) }
    }
  }

  createWebhook(webhook: NewWebhook, now: Instant): Webhook {
    const row = toRow(planCreation(webhook, now))
    // A value is sealed for its place, and that has its number only now: until then nothing stands there.
    const id = Number(this.#sql.insert.run({ ...row, ...NOTHING_YET }).lastInsertRowid)
    this.#sql.update.run({ ...this.#seals.sealRow(row, id), id })
    this.#addHeaders(id, webhook.headers)
    return this.#present(id)
  }

  changeWebhook(id: number, change: WebhookChange, when: When): Webhook {
    const opened = this.#require(id, when.ifRevision)
    const planned = planChange(opened, change, when.now)
    if (!planned) return toWebhook(opened)
    this.#writeHeaders(id, planned.headers)
    this.#write(opened, planned)
    if (planned.deliveries !== 'keep')
      this.#deliveries.begin(planned.deliveries, { webhookId: id, now: when.now })
    return this.#present(id)
  }

  /** Its deliveries are to be cancelled in the same transaction (settling.ts). */
  deleteWebhook(id: number, when: When): void {
    this.#require(id, when.ifRevision)
    this.#sql.remove.run(id)
  }

  /** A receiver said that it is gone for good. */
  disableWebhook(id: number, reason: string, now: Instant): void {
    const opened = this.#open(id)
    const planned = opened && planDisabling(opened, { reason, now })
    if (!planned) return
    this.#write(opened, planned)
    this.#deliveries.begin('hold', { webhookId: id, now })
  }

  /**
   * The new secret signs from now on, beside the older ones until they expire. `not_found`; `conflict` if too many
   * would be valid.
   */
  rotateSigningSecret(id: number, rotation: Rotation): Webhook {
    const opened = this.#require(id)
    this.#write(opened, planRotation(opened, rotation))
    return this.#present(id)
  }

  /** Its requests are not signed any more. `not_found`; nothing changes if it has no secrets. */
  removeSigningSecrets(id: number, { now }: Pick<When, 'now'>): Webhook {
    const opened = this.#require(id)
    const planned = planSecretRemoval(opened, now)
    if (planned) this.#write(opened, planned)
    return this.#present(id)
  }

  /** What is stored of it does not open. */
  disableDamaged(id: number, reason: string, now: Instant): void {
    this.#sql.disable.run(reason, now, id)
    this.#deliveries.begin('hold', { webhookId: id, now })
  }

  #open(id: number): OpenedWebhook | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && this.#seals.open(row, this.#sql.selectHeaders.all(id, id))
  }

  #write({ row: { id }, damaged }: OpenedWebhook, { fields, given }: WebhookWrite): void {
    const stored = this.#sql.selectOne.get(id)
    if (!stored) throw new Error(`webhook ${id} vanished inside its own transaction`)
    const sealed = this.#seals.sealRow(toRow(fields), id)
    this.#sql.update.run({ ...keepDamaged(sealed, stored, { damaged, given }), id })
  }

  #require(id: number, ifRevision?: number): OpenedWebhook {
    return requireRevision(this.#open(id), { id, ifRevision })
  }

  #present(id: number): Webhook {
    const webhook = this.findWebhook(id)
    if (!webhook) throw new Error(`webhook ${id} vanished inside its own transaction`)
    return webhook
  }

  #addHeaders(webhookId: number, headers: readonly NewHeader[]): void {
    for (const { key, value } of headers) {
      const id = Number(this.#sql.insertHeader.run(webhookId, key, '').lastInsertRowid)
      this.#sql.updateHeader.run(key, this.#seals.sealHeader(value, { webhookId, id }), id)
    }
  }

  #writeHeaders(webhookId: number, { deleted, changed, added }: HeaderWrites): void {
    for (const id of deleted) this.#sql.deleteHeader.run(id)
    for (const { id, key, value } of changed) {
      if (value === undefined) this.#sql.renameHeader.run(key, id)
      else this.#sql.updateHeader.run(key, this.#seals.sealHeader(value, { webhookId, id }), id)
    }
    this.#addHeaders(webhookId, added)
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare<[Omit<WebhookRow, 'id'>]>(
      `INSERT INTO webhooks (${WEBHOOK_COLUMNS.join(', ')}) VALUES (${WEBHOOK_COLUMNS.map((column) => `@${column}`).join(', ')})`,
    ),
    update: db.prepare<[WebhookRow]>(
      `UPDATE webhooks SET ${WEBHOOK_COLUMNS.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
    ),
    disable: db.prepare<[string, number, number]>(
      'UPDATE webhooks SET enabled = 0, disabled_reason = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
    ),
    remove: db.prepare<[number]>('DELETE FROM webhooks WHERE id = ?'),
    selectPage: db.prepare<[number, number], WebhookRow>(
      'SELECT * FROM webhooks WHERE id > ? ORDER BY id LIMIT ?',
    ),
    selectOne: db.prepare<[number], WebhookRow>('SELECT * FROM webhooks WHERE id = ?'),
    selectHeaders: db.prepare<[number, number], HeaderRow>(
      'SELECT * FROM webhook_headers WHERE webhook_id BETWEEN ? AND ? ORDER BY id',
    ),
    insertHeader: db.prepare<[number, string, string]>(
      'INSERT INTO webhook_headers (webhook_id, key, value) VALUES (?, ?, ?)',
    ),
    updateHeader: db.prepare<[string, string, number]>(
      'UPDATE webhook_headers SET key = ?, value = ? WHERE id = ?',
    ),
    renameHeader: db.prepare<[string, number]>('UPDATE webhook_headers SET key = ? WHERE id = ?'),
    deleteHeader: db.prepare<[number]>('DELETE FROM webhook_headers WHERE id = ?'),
  }
}
