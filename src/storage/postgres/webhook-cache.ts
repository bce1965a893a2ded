import type { Webhook } from '../../domain/webhook.ts'
import type { HeaderRow, WebhookRow } from '../rows/webhook-row.ts'
import { toWebhook } from '../rows/webhook-row.ts'
import type { WebhookSeals } from '../webhook-seals.ts'
import type { Transaction } from './database.ts'

/**
 * Each event is matched against all webhooks and each claim carries its own. They are read anew when their version has
 * counted up; the transaction's lock holds them still, so what it sees here is what the database has.
 */
export class WebhookCache {
  readonly #seals: WebhookSeals
  #version = 0
  #byId: ReadonlyMap<number, Webhook> = new Map()

  constructor(seals: WebhookSeals) {
    this.#seals = seals
  }

  /** In the order of their ids. For transactions with the lock `shared` or `webhooks`, before the latter changes any. */
  async all(transaction: Transaction): Promise<ReadonlyMap<number, Webhook>> {
    const version = await transaction.webhooksVersion
    if (version === this.#version) return this.#byId
    const [webhooks, headers] = await Promise.all([
      transaction.query<WebhookRow>('SELECT * FROM webhooks ORDER BY id'),
      transaction.query<HeaderRow>('SELECT * FROM webhook_headers ORDER BY webhook_id, id'),
    ])
    const headersOf = Map.groupBy(headers.rows, (header) => header.webhook_id)
    this.#byId = new Map(
      webhooks.rows.map((row) => [row.id, toWebhook(this.#seals.open(row, headersOf.get(row.id) ?? []))]),
    )
    this.#version = version
    return this.#byId
  }
}
