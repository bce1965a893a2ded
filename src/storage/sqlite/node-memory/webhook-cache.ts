import type { WebhookId } from '../../../domain/ids.ts'
import type { WebhookPage } from '../../../domain/overview/webhook-search.ts'
import { cutBySize, mapPage, type Page } from '../../../domain/page.ts'
import { rememberLast } from '../../../domain/remember-last.ts'
import type { Silences } from '../../../domain/silence/silences.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { PAGE_LENGTH } from '../../encryption-keys.ts'
import { type StoredWebhook, toWebhook } from '../../rows/webhook-row.ts'
import { selectWebhook, storedPage } from '../../scripts/webhook-rows.ts'
import type { WebhookSeals } from '../../webhook-seals.ts'
import type { ScriptRunner } from '../connection/run-script.ts'

interface Table {
  findWebhook(id: WebhookId): Webhook | undefined
  listWebhooks(page: Partial<WebhookPage>): Page<Webhook>
}

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

/** Webhooks read at a time if the size of the page is limited, so that a caller may stop early. */
const SIZED_LENGTH = 20

export function webhookTable(records: ScriptRunner, seals: WebhookSeals): Table {
  const open = ({ row, headers }: StoredWebhook) => seals.open(row, headers)
  function* scan(after: WebhookId, limit: number, length: number): Generator<StoredWebhook> {
    for (let [last, left] = [after, limit]; left > 0;) {
      const page = records.run(storedPage(last, Math.min(left, length)))
      yield* page
      if (page.length < length) return
      last = page.at(-1)!.row.id
      left -= page.length
    }
  }
  return {
    findWebhook(id) {
      const found = records.run(selectWebhook({ open }, id))
      return found && toWebhook(found)
    },

    listWebhooks({ after = 0, limit = Infinity, charactersMax }) {
      const stored = scan(after, limit, charactersMax === undefined ? PAGE_LENGTH : SIZED_LENGTH)
      const page = cutBySize(stored, charactersMax)
      return mapPage(page, (webhook) => toWebhook(open(webhook)))
    },
  }
}

/**
 * Caches the silences that may hold something, which each event is matched against. This connection is the
 * only writer.
 */
export class SilenceCache {
  readonly #read: () => Silences
  #silences: Silences | undefined
  #version = 0

  constructor(read: () => Silences) {
    this.#read = read
  }

  all(): Silences {
    this.#silences ??= this.#read()
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
