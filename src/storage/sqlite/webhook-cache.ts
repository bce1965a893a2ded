import type { Webhook } from '../../domain/webhook.ts'
import type { WebhookTable } from './webhooks.ts'

/**
 * Each event is matched against all webhooks and each claim carries its own: reading them anew each time would cost
 * more than all the rest. This connection is the only writer, so it knows when they change.
 */
export class WebhookCache {
  readonly #table: WebhookTable
  #all: readonly Webhook[] | undefined
  #byId: ReadonlyMap<number, Webhook> = new Map()
  #version = 0

  constructor(table: WebhookTable) {
    this.#table = table
  }

  all(): readonly Webhook[] {
    if (!this.#all) {
      this.#all = this.#table.listWebhooks({})
      this.#byId = new Map(this.#all.map((webhook) => [webhook.id, webhook]))
    }
    return this.#all
  }

  find(id: number): Webhook | undefined {
    this.all()
    return this.#byId.get(id)
  }

  /** Grows when they may have changed. */
  get version(): number {
    return this.#version
  }

  forget(): void {
    this.#version += 1
    this.#all = undefined
  }
}
