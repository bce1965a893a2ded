import type { Database } from 'better-sqlite3'
import type { WebhookId } from '../../../domain/ids.ts'
import type { WebhookPage } from '../../../domain/overview/webhook-search.ts'
import { countCharacters, cutBySize, mapPage, type Page } from '../../../domain/page.ts'
import { rememberLast } from '../../../domain/remember-last.ts'
import type { Silence } from '../../../domain/silence/silence.ts'
import { Silences } from '../../../domain/silence/silences.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { type HeaderRow, type StoredWebhook, toWebhook, type WebhookRow } from '../../rows/webhook-row.ts'
import type { OpenedWebhook, WebhookSeals } from '../../webhook-seals.ts'

type Table = Pick<WebhookTable, 'findWebhook' | 'listWebhooks'>

/**
 * Caches all webhooks, which every event and claim needs. This connection is the only writer, so it knows
 * when they change.
 */
export class WebhookCache {
  readonly #table: Table
  #all: readonly Webhook[] | undefined
  /** In the order of ids. */
  #byId = new Map<WebhookId, Webhook>()
  #version = 0

  constructor(table: Table) {
    this.#table = table
  }

  all(): readonly Webhook[] {
    if (!this.#all) {
      this.#all = this.#table.listWebhooks({})
      this.#byId = new Map(this.#all.map((webhook) => [webhook.id, webhook]))
    }
    return this.#all
  }

  /** Returns a page of webhooks, or all. */
  list(page: Partial<WebhookPage>): Page<Webhook> {
    const { after, limit, charactersMax } = page
    const isWhole = after === undefined && limit === undefined && charactersMax === undefined
    return isWhole ? this.all() : this.#table.listWebhooks(page)
  }

  get enabledCount(): number {
    return this.#countEnabled(this.all())
  }

  readonly #countEnabled = rememberLast(
    (webhooks: readonly Webhook[]) => webhooks.filter(({ enabled }) => enabled).length,
  )

  find(id: WebhookId): Webhook | undefined {
    this.all()
    return this.#byId.get(id)
  }

  /**
   * Reads this one again, which was created, changed or deleted; reading all for each of ten thousand new
   * webhooks would take minutes.
   */
  renew(id: WebhookId): void {
    this.#version += 1
    if (!this.#all) return
    const webhook = this.#table.findWebhook(id)
    if (webhook) this.#byId.set(id, webhook)
    else this.#byId.delete(id)
    // A new id is the last. Holders of the list keep what it was.
    this.#all = [...this.#byId.values()]
  }

  /** Grows when webhooks may have changed. */
  get version(): number {
    return this.#version
  }

  /**
   * Notes this moment; the returned function restores it after a rollback. Reading all again may take
   * seconds, and a caller could provoke that with refused writes.
   */
  savepoint(): () => void {
    const [all, version] = [this.#all, this.#version]
    return () => {
      if (this.#version === version) return
      this.#version += 1
      this.#all = all
      this.#byId = new Map(all?.map((webhook) => [webhook.id, webhook]))
    }
  }
}

/** Reads webhooks; `scripts/webhooks.ts` writes them. */
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

  /** Reads webhooks one after the other, so that a caller may stop early. */
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

/**
 * Caches the silences that may hold something, which each event is matched against. This connection is the
 * only writer.
 */
export class SilenceCache {
  readonly #read: () => readonly Silence[]
  #silences: Silences | undefined
  #version = 0

  constructor(read: () => readonly Silence[]) {
    this.#read = read
  }

  all(): Silences {
    this.#silences ??= new Silences(this.#read())
    return this.#silences
  }

  /** Grows when silences may have changed. */
  get version(): number {
    return this.#version
  }

  forget(): void {
    this.#version += 1
    this.#silences = undefined
  }

  /** Notes this moment; the returned function restores it after a rollback. */
  savepoint(): () => void {
    const [silences, version] = [this.#silences, this.#version]
    return () => {
      if (this.#version === version) return
      this.#version += 1
      this.#silences = silences
    }
  }
}
