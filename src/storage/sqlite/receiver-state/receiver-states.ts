import type { Event } from '../../../domain/alert/event.ts'
import { mayHaveReceiverStates } from '../../../domain/routing/routed-webhook.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStateTable } from './state-table.ts'

/** Remembers whether there are receiver states. */
export class ReceiverStates {
  readonly #deps: SqliteDeps
  readonly #table: ReceiverStateTable
  /** The list of webhooks with which the table was found empty. */
  #emptyWith: readonly Webhook[] | undefined

  constructor(deps: SqliteDeps, table: ReceiverStateTable) {
    this.#deps = deps
    this.#table = table
  }

  find(event: Event, webhookId: WebhookId): ReceiverState | undefined {
    if (event.kind !== 'alert' || !this.remembers()) return undefined
    return this.#table.find({ alertId: event.alertId, webhookId })
  }

  /** Forgets that the table is empty: deleted rows may be back. */
  noteRollback(): void {
    this.#emptyWith = undefined
  }

  /**
   * Tells whether receiver states exist or may come to exist. A fallback that follows an alert gets its clear
   * even if no webhook has a fallback any more. An empty table stays empty until the list of webhooks is
   * another one, or a write is rolled back.
   */
  remembers(): boolean {
    const webhooks = this.#deps.webhooks.all()
    if (mayHaveReceiverStates(webhooks) || !this.#deps.silences.all().isEmpty) {
      this.#emptyWith = undefined
      return true
    }
    if (this.#emptyWith === webhooks) return false
    if (!this.#table.isEmpty) return true
    this.#emptyWith = webhooks
    return false
  }
}
