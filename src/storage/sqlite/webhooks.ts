import type { Database } from 'better-sqlite3'
import { AppError, invalidRequest } from '../../domain/errors.ts'
import { findHeaderIdIssues } from '../../domain/header-changes.ts'
import type { Instant } from '../../domain/instant.ts'
import type { HeaderChanges, NewHeader, NewWebhook, Webhook, WebhookChange } from '../../domain/webhook.ts'
import { HEADERS_MAX } from '../../domain/webhook-limits.ts'
import { liveSecrets, rotateSecrets, SIGNING_SECRETS_MAX, type Rotation } from '../../domain/signature.ts'
import type { SecretBox } from '../secret-box.ts'
import {
  NOTHING_YET,
  toRow,
  toWebhook,
  WEBHOOK_COLUMNS,
  type HeaderRow,
  type StoredWebhook,
  type WebhookRow,
} from '../rows/webhook-row.ts'
import {
  damageReason,
  storedValuesOf,
  WebhookSeals,
  type OpenedWebhook,
  type SealedColumn,
} from '../webhook-seals.ts'

interface When {
  readonly now: Instant
  readonly ifRevision?: number
}

export class WebhookTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #seals: WebhookSeals

  constructor(db: Database, box: SecretBox) {
    this.#sql = prepare(db)
    this.#seals = new WebhookSeals(box)
  }

  findWebhook(id: number): Webhook | undefined {
    const opened = this.#open(id)
    return opened && toWebhook(opened)
  }

  listWebhooks({
    after = 0,
    limit = -1,
  }: {
    readonly after?: number
    readonly limit?: number
  }): readonly Webhook[] {
    return this.listStored({ after, limit }).map(({ row, headers }) =>
      toWebhook(this.#seals.open(row, headers)),
    )
  }

  /** As they are stored: what is sealed stays sealed. */
  listStored({ after, limit }: { readonly after: number; readonly limit: number }): readonly StoredWebhook[] {
    const rows = this.#sql.selectPage.all(after, limit)
    const first = rows[0]?.id
    const last = rows.at(-1)?.id
    if (first === undefined || last === undefined) return []
    const headers = Map.groupBy(this.#sql.selectHeaders.all(first, last), (header) => header.webhook_id)
    return rows.map((row) => ({ row, headers: headers.get(row.id) ?? [] }))
  }

  createWebhook(webhook: NewWebhook, now: Instant): Webhook {
    refuseTooManyHeaders(webhook.headers.length)
    const fields = {
      ...webhook,
      signingSecrets: [],
      disabledReason: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    const row = toRow(fields)
    // A value is sealed for its place, and that has its number only now: until then nothing stands there.
    const id = Number(this.#sql.insert.run({ ...row, ...NOTHING_YET }).lastInsertRowid)
    this.#sql.update.run({ ...this.#seals.sealRow(row, id), id })
    this.#addHeaders(id, webhook.headers)
    return this.#present(id)
  }

  changeWebhook(id: number, change: WebhookChange, when: When): Webhook {
    const before = this.#require(id, when.ifRevision)
    const given = givenColumns(change)
    const { headers, alertFlags, ...rest } = change
    const changed = {
      ...before,
      ...withoutUndefined(rest),
      alertFlags: { ...before.alertFlags, ...withoutUndefined(alertFlags ?? {}) },
    }
    const disabledReason = changed.enabled ? null : before.disabledReason
    const changedHeaders = headers !== undefined && this.#changeHeaders(before, headers)
    const row = toRow({ ...changed, disabledReason })
    const isSame = !changedHeaders && JSON.stringify(row) === JSON.stringify(toRow(before))
    if (isSame && !this.#isDamaged(id, given)) return before

    // What has expired goes with the next write.
    const signingSecrets = JSON.stringify(liveSecrets(before.signingSecrets, when.now))
    const written = { ...row, signing_secrets: signingSecrets, updated_at: when.now }
    this.#write(id, { ...written, revision: before.revision + 1 }, given)
    if (changed.enabled) this.#refuseDamaged(id)
    if (before.enabled && !changed.enabled) this.#sql.hold.run(id)
    if (!before.enabled && changed.enabled) this.#sql.unhold.run(when.now, id)
    return this.#present(id)
  }

  deleteWebhook(id: number, when: When): void {
    this.#require(id, when.ifRevision)
    this.#sql.cancelAll.run(when.now, id)
    this.#sql.remove.run(id)
  }

  /** A receiver said that it is gone for good. */
  disableWebhook(id: number, reason: string, now: Instant): void {
    const before = this.findWebhook(id)
    if (!before?.enabled) return
    this.#write(
      id,
      toRow({
        ...before,
        enabled: false,
        disabledReason: reason,
        revision: before.revision + 1,
        updatedAt: now,
      }),
    )
    this.#sql.hold.run(id)
  }

  /**
   * The new secret signs from now on, beside the older ones until they expire. `not_found`; `conflict` if too many
   * would be valid.
   */
  rotateSigningSecret(id: number, rotation: Rotation): Webhook {
    const before = this.#require(id, undefined)
    const signingSecrets = rotateSecrets(before.signingSecrets, rotation)
    if (signingSecrets.length > SIGNING_SECRETS_MAX) {
      throw new AppError(
        'conflict',
        `Webhook ${id} has ${SIGNING_SECRETS_MAX} signing secrets that are still valid. Wait until one expires, or rotate with the overlap 0s, which ends them all at once.`,
      )
    }
    return this.#setSigningSecrets(before, signingSecrets, rotation.now)
  }

  /** Its requests are not signed any more. `not_found`; nothing changes if it has no secrets. */
  removeSigningSecrets(id: number, { now }: Pick<When, 'now'>): Webhook {
    const before = this.#require(id, undefined)
    const isSigned = before.signingSecrets.length > 0 || this.#isDamaged(id, ['signing_secrets'])
    return isSigned ? this.#setSigningSecrets(before, [], now) : before
  }

  /** Disables it if what is stored of it does not open; the reason says what. Whether it did. */
  disableDamaged(id: number, now: Instant): boolean {
    const stored = this.#sql.selectOne.get(id)
    const damaged = this.#damageOf(id)
    if (!stored || !stored.enabled || damaged.length === 0) return false
    this.#sql.disable.run(damageReason(damaged), now, id)
    this.#sql.hold.run(id)
    return true
  }

  /** Seals everything of it under the current key. Its revision stays: nothing of it changes. */
  reseal(webhook: StoredWebhook): number {
    const { row, headers } = webhook
    const values = storedValuesOf(webhook).flatMap((value) => {
      const stored = this.#seals.reseal(value)
      return stored === undefined ? [] : [{ ...value, stored }]
    })
    const columns = values.filter(({ column }) => column !== 'value')
    const changed = Object.fromEntries(columns.map(({ column, stored }) => [column, stored]))
    if (columns.length > 0) this.#sql.update.run({ ...row, ...changed })
    for (const { headerId, stored } of values) {
      const header = headers.find(({ id }) => id === headerId)
      if (header) this.#sql.updateHeader.run(header.key, stored, header.id)
    }
    return values.length
  }

  #open(id: number): OpenedWebhook | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && this.#seals.open(row, this.#sql.selectHeaders.all(id, id))
  }

  /** What cannot be opened stays stored as it is, unless it is among what is given anew. */
  #write(id: number, row: Omit<WebhookRow, 'id'>, given: readonly SealedColumn[] = []): void {
    const stored = this.#sql.selectOne.get(id)
    const damaged = this.#damageOf(id).filter(({ column }) => !given.some((name) => name === column))
    const kept = damaged.flatMap(({ column }) =>
      column === 'value' ? [] : [[column, stored?.[column]] as const],
    )
    this.#sql.update.run({ ...this.#seals.sealRow(row, id), ...Object.fromEntries(kept), id })
  }

  #damageOf(id: number): OpenedWebhook['damaged'] {
    return this.#open(id)?.damaged ?? []
  }

  #isDamaged(id: number, columns: readonly SealedColumn[]): boolean {
    return this.#damageOf(id).some(({ column }) => columns.some((name) => name === column))
  }

  #setSigningSecrets(before: Webhook, signingSecrets: Webhook['signingSecrets'], now: Instant): Webhook {
    const revision = before.revision + 1
    this.#write(before.id, toRow({ ...before, signingSecrets, revision, updatedAt: now }), [
      'signing_secrets',
    ])
    return this.#present(before.id)
  }

  #refuseDamaged(id: number): void {
    const damaged = this.#damageOf(id)
    if (damaged.length > 0) {
      throw new AppError('conflict', `Webhook ${id} cannot be enabled. ${damageReason(damaged)}`)
    }
  }

  #require(id: number, ifRevision: number | undefined): Webhook {
    const webhook = this.findWebhook(id)
    if (!webhook) throw new AppError('not_found', `There is no webhook ${id}.`)
    if (ifRevision !== undefined && ifRevision !== webhook.revision) {
      throw new AppError(
        'precondition_failed',
        `Webhook ${id} has changed since it was read (it is at revision ${webhook.revision} now): read it again and repeat the change.`,
      )
    }
    return webhook
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

  /** Whether anything changed. */
  #changeHeaders(webhook: Webhook, changes: HeaderChanges): boolean {
    const issues = findHeaderIdIssues(webhook.headers, changes)
    if (issues.length > 0) throw invalidRequest(issues)
    refuseTooManyHeaders(webhook.headers.length - changes.deleted.length + changes.added.length)

    for (const id of changes.deleted) this.#sql.deleteHeader.run(id)
    const isNew = changes.changed.filter(({ id, key, value }) => {
      const before = webhook.headers.find((header) => header.id === id)
      if (!before || ((key ?? before.key) === before.key && (value ?? before.value) === before.value))
        return false
      if (value === undefined) this.#sql.renameHeader.run(key ?? before.key, id)
      else {
        const sealed = this.#seals.sealHeader(value, { webhookId: webhook.id, id })
        this.#sql.updateHeader.run(key ?? before.key, sealed, id)
      }
      return true
    })
    this.#addHeaders(webhook.id, changes.added)
    return changes.deleted.length + changes.added.length + isNew.length > 0
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO webhooks (${WEBHOOK_COLUMNS.join(', ')}) VALUES (${WEBHOOK_COLUMNS.map((column) => `@${column}`).join(', ')})`,
    ),
    update: db.prepare(
      `UPDATE webhooks SET ${WEBHOOK_COLUMNS.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
    ),
    disable: db.prepare(
      'UPDATE webhooks SET enabled = 0, disabled_reason = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
    ),
    remove: db.prepare('DELETE FROM webhooks WHERE id = ?'),
    selectPage: db.prepare<[number, number], WebhookRow>(
      'SELECT * FROM webhooks WHERE id > ? ORDER BY id LIMIT ?',
    ),
    selectOne: db.prepare<[number], WebhookRow>('SELECT * FROM webhooks WHERE id = ?'),
    selectHeaders: db.prepare<[number, number], HeaderRow>(
      'SELECT * FROM webhook_headers WHERE webhook_id BETWEEN ? AND ? ORDER BY id',
    ),
    insertHeader: db.prepare('INSERT INTO webhook_headers (webhook_id, key, value) VALUES (?, ?, ?)'),
    updateHeader: db.prepare('UPDATE webhook_headers SET key = ?, value = ? WHERE id = ?'),
    renameHeader: db.prepare('UPDATE webhook_headers SET key = ? WHERE id = ?'),
    deleteHeader: db.prepare('DELETE FROM webhook_headers WHERE id = ?'),
    hold: db.prepare(
      "UPDATE deliveries SET due_at = NULL WHERE webhook_id = ? AND finished_at IS NULL AND state = 'pending'",
    ),
    unhold: db.prepare(
      "UPDATE deliveries SET due_at = ? WHERE webhook_id = ? AND finished_at IS NULL AND state = 'pending' AND due_at IS NULL",
    ),
    cancelAll: db.prepare(
      // Not by the webhook alone, which may have a long history.
      `UPDATE deliveries INDEXED BY deliveries_line SET state = 'cancelled', due_at = NULL, lease_until = NULL,
       finished_at = ?, last_reason = 'the webhook was deleted' WHERE webhook_id = ? AND finished_at IS NULL`,
    ),
  }
}

function refuseTooManyHeaders(count: number): void {
  if (count > HEADERS_MAX) {
    throw invalidRequest([
      { path: 'http_headers', message: `must have at most ${HEADERS_MAX} entries; there would be ${count}` },
    ])
  }
}

/** Those of the columns with secrets that a change speaks of. */
function givenColumns({ url, payloadTemplate, tls }: WebhookChange): readonly SealedColumn[] {
  return [
    ...(url === undefined ? [] : ['url' as const]),
    ...(payloadTemplate === undefined ? [] : ['payload_template' as const]),
    ...(tls === undefined ? [] : ['tls' as const]),
  ]
}

function withoutUndefined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}
