import type { Clock } from '../runtime/clock.ts'
import { stepOf } from '../domain/overview/activity.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { addCalls, HOUR_MS, type WebhookCalls } from '../domain/overview/webhook-calls.ts'
import type { Store } from '../storage/store.ts'
import type { AttemptFact } from '../telemetry/facts.ts'

type CountedCall = Pick<AttemptFact, 'webhookId' | 'durationMs'> & { readonly accepted: boolean }

interface CounterDeps {
  readonly store: Pick<Store, 'addCalls'>
  readonly clock: Pick<Clock, 'now'>
}

interface Counting {
  at: Instant
  attempts: number
  accepted: number
  acceptedMs: number
  lastCalledAt: Instant
  lastAcceptedAt: Instant | null
}

/** Counts the attempts of each webhook until `write` adds them to the database. A crash loses what was not added. */
export class CallCounter {
  readonly #deps: CounterDeps
  #current = new Map<WebhookId, Counting>()
  /** Counts of hours that ended, and those that the database did not take. */
  readonly #waiting = new Map<WebhookId, WebhookCalls>()
  #written: readonly WebhookCalls[] = []

  constructor(deps: CounterDeps) {
    this.#deps = deps
  }

  countCall({ webhookId, accepted, durationMs }: CountedCall): void {
    const now = this.#deps.clock.now()
    const counting = this.#countingOf(webhookId, now)
    counting.attempts += 1
    counting.lastCalledAt = now
    if (!accepted) return
    counting.accepted += 1
    counting.acceptedMs += durationMs
    counting.lastAcceptedAt = now
  }

  /** Returns the counts that may not be stored yet, several for a webhook at most. */
  unwritten(): readonly WebhookCalls[] {
    const current = Array.from(this.#current, ([id, counting]) => toCalls(id, counting))
    return [...this.#written, ...this.#waiting.values(), ...current]
  }

  /** Adds the counts to the database. Rejects as the store does; the next call retries. */
  async write(): Promise<void> {
    for (const [id, counting] of this.#current) this.#put(toCalls(id, counting))
    this.#current = new Map()
    const counted = [...this.#waiting.values()]
    if (counted.length === 0) return
    this.#waiting.clear()
    this.#written = counted
    try {
      await this.#deps.store.addCalls(counted)
    } catch (error) {
      for (const calls of counted) this.#put(calls)
      throw error
    } finally {
      this.#written = []
    }
  }

  #countingOf(webhookId: WebhookId, now: Instant): Counting {
    const at = stepOf(now, HOUR_MS)
    const known = this.#current.get(webhookId)
    if (known?.at === at) return known
    if (known) this.#put(toCalls(webhookId, known))
    const begun = { at, attempts: 0, accepted: 0, acceptedMs: 0, lastCalledAt: now, lastAcceptedAt: null }
    this.#current.set(webhookId, begun)
    return begun
  }

  #put(calls: WebhookCalls): void {
    const known = this.#waiting.get(calls.webhookId)
    this.#waiting.set(calls.webhookId, known ? addCalls(known, calls) : calls)
  }
}

function toCalls(webhookId: WebhookId, counting: Counting): WebhookCalls {
  const { lastCalledAt, lastAcceptedAt, ...hour } = counting
  return { webhookId, lastCalledAt, lastAcceptedAt, hours: [hour] }
}
