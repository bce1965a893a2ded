import { compileRequest, type CompiledRequest } from '../domain/render-request.ts'
import type { Webhook } from '../domain/webhook.ts'

const ENTRIES_MAX = 512

interface Entry {
  readonly revision: number
  readonly compiled: CompiledRequest
}

/** Compiled requests of the webhooks that were called last; one that has changed since is compiled anew. */
export class RequestCache {
  readonly #entries = new Map<number, Entry>()

  get(webhook: Webhook): CompiledRequest {
    const known = this.#entries.get(webhook.id)
    if (known?.revision === webhook.revision) return known.compiled

    const compiled = compileRequest(webhook)
    this.#entries.delete(webhook.id)
    // A map keeps the order of insertion: the first is the one compiled longest ago.
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(webhook.id, { revision: webhook.revision, compiled })
    return compiled
  }
}
