import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { rememberLast } from '../../../domain/remember-last.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { WebhookTable } from './webhooks.ts'

type Table = Pick<WebhookTable, 'findWebhook' | 'listWebhooks'>

/**
 * Each event is matched against all webhooks and each claim carries its own: reading them again each time would
 * cost more than all the rest. This connection is the only writer, so it knows when they change.
 */
export class WebhookCache {
  readonly #table: Table
  #all: readonly Webhook[] | undefined
  /** Webhooks in the order of their ids. */
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
   * This one was made, changed or deleted; so it alone is read again. Ten thousand webhooks that are made one by one
   * take seconds for that, and would take minutes if all were read for each.
   */
  renew(id: WebhookId): void {
    this.#version += 1
    if (!this.#all) return
    const webhook = this.#table.findWebhook(id)
    if (webhook) this.#byId.set(id, webhook)
    else this.#byId.delete(id)
    // Ids grow, so that a new one is the last. Whoever holds the list goes on with what it was.
    this.#all = [...this.#byId.values()]
  }

  /** Grows when they may have changed. */
  get version(): number {
    return this.#version
  }

  /**
   * Notes this moment for a rollback: call the returned function. Reading all again would take seconds, if there
   * are many or large ones, and whoever may write something that is refused could ask for it again and again.
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
