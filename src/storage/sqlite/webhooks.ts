import type { Database } from 'better-sqlite3'
import { AppError, invalidRequest } from '../../domain/errors.ts'
import { findHeaderIdIssues } from '../../domain/header-changes.ts'
import type { Instant } from '../../domain/instant.ts'
import type {
  HeaderChanges,
  NewHeader,
  NewWebhook,
  PayloadType,
  Webhook,
  WebhookChange,
} from '../../domain/webhook.ts'
import { HEADERS_MAX } from '../../domain/webhook-limits.ts'

export interface WebhookRow {
  id: number
  name: string
  url: string
  enabled: number
  method: string
  payload_template: string
  payload_type: PayloadType
  low_alert: number
  medium_alert: number
  high_alert: number
  cleared_alert: number
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

interface HeaderRow {
  id: number
  webhook_id: number
  key: string
  value: string
}

interface When {
  readonly now: Instant
  readonly ifRevision?: number
}

const COLUMNS = [
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

export class WebhookTable {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  findWebhook(id: number): Webhook | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && toWebhook(row, this.#sql.selectHeaders.all(id, id))
  }

  listWebhooks({
    after = 0,
    limit = -1,
  }: {
    readonly after?: number
    readonly limit?: number
  }): readonly Webhook[] {
    const rows = this.#sql.selectPage.all(after, limit)
    const first = rows[0]?.id
    const last = rows.at(-1)?.id
    if (first === undefined || last === undefined) return []
    const headers = Map.groupBy(this.#sql.selectHeaders.all(first, last), (header) => header.webhook_id)
    return rows.map((row) => toWebhook(row, headers.get(row.id) ?? []))
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
    const id = Number(this.#sql.insert.run(toRow(fields)).lastInsertRowid)
    this.#addHeaders(id, webhook.headers)
    return this.#present(id)
  }

  changeWebhook(id: number, change: WebhookChange, when: When): Webhook {
    const before = this.#require(id, when.ifRevision)
    const { headers, alertFlags, ...rest } = change
    const changed = {
      ...before,
      ...withoutUndefined(rest),
      alertFlags: { ...before.alertFlags, ...withoutUndefined(alertFlags ?? {}) },
    }
    const disabledReason = changed.enabled ? null : before.disabledReason
    const changedHeaders = headers !== undefined && this.#changeHeaders(before, headers)
    const row = toRow({ ...changed, disabledReason })
    if (!changedHeaders && JSON.stringify(row) === JSON.stringify(toRow(before))) return before

    this.#sql.update.run({ ...row, revision: before.revision + 1, updated_at: when.now, id })
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
    this.#sql.update.run({
      ...toRow({
        ...before,
        enabled: false,
        disabledReason: reason,
        revision: before.revision + 1,
        updatedAt: now,
      }),
      id,
    })
    this.#sql.hold.run(id)
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
    for (const { key, value } of headers) this.#sql.insertHeader.run(webhookId, key, value)
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
      this.#sql.updateHeader.run(key ?? before.key, value ?? before.value, id)
      return true
    })
    this.#addHeaders(webhook.id, changes.added)
    return changes.deleted.length + changes.added.length + isNew.length > 0
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO webhooks (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((column) => `@${column}`).join(', ')})`,
    ),
    update: db.prepare(
      `UPDATE webhooks SET ${COLUMNS.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
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
    deleteHeader: db.prepare('DELETE FROM webhook_headers WHERE id = ?'),
    hold: db.prepare(
      "UPDATE deliveries SET due_at = NULL WHERE webhook_id = ? AND finished_at IS NULL AND state = 'pending'",
    ),
    unhold: db.prepare(
      "UPDATE deliveries SET due_at = ? WHERE webhook_id = ? AND finished_at IS NULL AND state = 'pending' AND due_at IS NULL",
    ),
    cancelAll: db.prepare(
      "UPDATE deliveries SET state = 'cancelled', due_at = NULL, lease_until = NULL, finished_at = ?, last_reason = 'the webhook was deleted' WHERE webhook_id = ? AND finished_at IS NULL",
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

function withoutUndefined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}

function toWebhook(row: WebhookRow, headers: readonly HeaderRow[]): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    enabled: row.enabled === 1,
    method: row.method,
    headers: headers.map(({ id, key, value }) => ({ id, key, value })),
    payloadTemplate: row.payload_template,
    payloadType: row.payload_type,
    alertFlags: {
      low: row.low_alert === 1,
      medium: row.medium_alert === 1,
      high: row.high_alert === 1,
      cleared: row.cleared_alert === 1,
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
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toRow(webhook: Omit<Webhook, 'id' | 'headers'>): Omit<WebhookRow, 'id'> {
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
