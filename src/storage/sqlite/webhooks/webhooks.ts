import type { Database } from 'better-sqlite3'
import { countCharacters, cutBySize, mapPage, type Page } from '../../../domain/page.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { WebhookPage } from '../../../domain/overview/webhook-search.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { toWebhook, type HeaderRow, type StoredWebhook, type WebhookRow } from '../../rows/webhook-row.ts'
import type { OpenedWebhook, WebhookSeals } from '../../webhook-seals.ts'

/** Webhooks as they are read. They are written by `scripts/webhooks.ts`. */
export class WebhookTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #seals: WebhookSeals

  constructor(db: Database, seals: WebhookSeals) {
    this.#sql = prepare(db)
    this.#seals = seals
  }

  findWebhook(id: WebhookId): Webhook | undefined {
    const opened = this.#open(id)
    return opened && toWebhook(opened)
  }

  listWebhooks({ after = 0, limit = -1, charactersMax }: Partial<WebhookPage>): Page<Webhook> {
    const stored =
      charactersMax === undefined
        ? this.#list({ after, limit })
        : cutBySize(this.#scan(after, limit), charactersMax, countCharacters)
    return mapPage(stored, ({ row, headers }) => toWebhook(this.#seals.open(row, headers)))
  }

  #list({ after, limit }: { readonly after: WebhookId; readonly limit: number }): readonly StoredWebhook[] {
    const rows = this.#sql.selectPage.all(after, limit)
    const first = rows[0]?.id
    const last = rows.at(-1)?.id
    if (first === undefined || last === undefined) return []
    const headers = Map.groupBy(this.#sql.selectHeaders.all(first, last), (header) => header.webhook_id)
    return rows.map((row) => ({ row, headers: headers.get(row.id) ?? [] }))
  }

  /** Reads webhooks one after the other: a caller that has enough reads no more. */
  *#scan(after: WebhookId, limit: number): Generator<StoredWebhook> {
    for (const row of this.#sql.selectPage.iterate(after, limit)) {
      yield { row, headers: this.#sql.selectHeaders.all(row.id, row.id) }
    }
  }

  #open(id: WebhookId): OpenedWebhook | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && this.#seals.open(row, this.#sql.selectHeaders.all(id, id))
  }
}

function prepare(db: Database) {
  return {
    // The casts save compiling again for each value, see alert-queues.ts.
    selectPage: db.prepare<[after: WebhookId, limit: number], WebhookRow>(
      'SELECT * FROM webhooks WHERE id > CAST(? AS INTEGER) ORDER BY id LIMIT CAST(? AS INTEGER)',
    ),
    selectOne: db.prepare<[WebhookId], WebhookRow>('SELECT * FROM webhooks WHERE id = ?'),
    selectHeaders: db.prepare<[from: WebhookId, to: WebhookId], HeaderRow>(
      'SELECT * FROM webhook_headers WHERE webhook_id BETWEEN ? AND ? ORDER BY id',
    ),
  }
}
