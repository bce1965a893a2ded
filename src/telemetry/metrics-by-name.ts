import { Counter, Gauge, Summary, type Registry } from 'prom-client'
import type { Instant } from '../domain/instant.ts'
import type { AttemptFact, IntakeFact } from './facts.ts'

/** The number of webhooks, and of sources, that have series of their own; all others share one. */
const NAMED_MAX = 1_000
const OTHERS = 'others'

/** Counts apart for each webhook and each source. The names are those of our own definitions, and bounded. */
export class MetricsByName {
  readonly #webhooks = new Map<string, string>()
  readonly #sources = new Set<string>()
  readonly #attempts
  readonly #latency
  readonly #lastAccepted
  readonly #info
  readonly #intake

  constructor(registry: Registry) {
    const registers = [registry]
    const labelNames = ['webhook'] as const
    this.#attempts = new Counter({
      name: 'tocsin_webhook_attempts_total',
      help: `Attempts for each webhook, by outcome; the first ${NAMED_MAX} that are called, the rest as "${OTHERS}".`,
      labelNames: [...labelNames, 'outcome'],
      registers,
    })
    this.#latency = new Summary({
      name: 'tocsin_webhook_latency_seconds',
      help: 'Time from the acceptance of an event to the response that accepted its notification, for each webhook.',
      labelNames,
      percentiles: [],
      registers,
    })
    this.#lastAccepted = new Gauge({
      name: 'tocsin_webhook_last_accepted_timestamp_seconds',
      help: 'Time at which the receiver of the webhook last accepted a notification from this process.',
      labelNames,
      registers,
    })
    this.#info = new Gauge({
      name: 'tocsin_webhook_info',
      help: 'Always 1; the labels say which webhook has which name.',
      labelNames: [...labelNames, 'name'],
      registers,
    })
    this.#intake = new Counter({
      name: 'tocsin_source_intake_total',
      help: `Observations and job runs that were accepted from each source; the first ${NAMED_MAX}, the rest as "${OTHERS}".`,
      labelNames: ['source', 'kind'],
      registers,
    })
  }

  recordAttempt(
    {
      webhookId,
      webhookName,
      outcome,
      latencyMs,
    }: Pick<AttemptFact, 'webhookId' | 'webhookName' | 'outcome' | 'latencyMs'>,
    now: Instant,
  ): void {
    const webhook = this.#labelOf(String(webhookId), webhookName)
    this.#attempts.inc({ webhook, outcome })
    if (outcome !== 'accept') return
    this.#latency.observe({ webhook }, latencyMs / 1000)
    this.#lastAccepted.set({ webhook }, now / 1000)
  }

  recordIntake({ source, kind }: Pick<IntakeFact, 'source' | 'kind'>): void {
    if (this.#sources.size < NAMED_MAX) this.#sources.add(source)
    this.#intake.inc({ source: this.#sources.has(source) ? source : OTHERS, kind })
  }

  /** Returns the label of a webhook, and keeps its name as it is now. */
  #labelOf(id: string, name: string): string {
    const before = this.#webhooks.get(id)
    if (before === name) return id
    if (before === undefined && this.#webhooks.size >= NAMED_MAX) return OTHERS
    if (before !== undefined) this.#info.remove({ webhook: id, name: before })
    this.#webhooks.set(id, name)
    this.#info.set({ webhook: id, name }, 1)
    return id
  }
}
