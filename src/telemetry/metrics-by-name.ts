import { Counter, Gauge, Registry, Summary } from 'prom-client'
import type { Instant } from '../domain/instant.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { AttemptFact, IntakeFact } from './facts.ts'

/** Webhooks, and sources, with metrics of their own; all others share one series. */
export const NAMED_MAX = 1_000
const OTHERS = 'others'
/** The label of reports that name no source. */
const OF_API = 'api'

/**
 * Counts by webhook and by source. Everybody may read metrics: series carry a webhook's id, its name is in `namesOf`
 * only; sources that are not configured are not labels.
 */
export class MetricsByName {
  readonly #webhooks = new Set<string>()
  readonly #sources: ReadonlySet<string>
  readonly #attempts
  readonly #latency
  readonly #lastAccepted
  readonly #intake

  constructor(registry: Registry, sources: readonly string[] = []) {
    this.#sources = new Set([OF_API, ...sources].slice(0, NAMED_MAX))
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
    this.#intake = new Counter({
      name: 'tocsin_source_intake_total',
      help: `Observations and job runs that were accepted from each source; those that are configured, the rest as "${OTHERS}".`,
      labelNames: ['source', 'kind'],
      registers,
    })
  }

  recordAttempt(
    { webhookId, outcome, latencyMs }: Pick<AttemptFact, 'webhookId' | 'outcome' | 'latencyMs'>,
    now: Instant,
  ): void {
    const id = String(webhookId)
    if (this.#webhooks.size < NAMED_MAX) this.#webhooks.add(id)
    const webhook = this.#webhooks.has(id) ? id : OTHERS
    this.#attempts.inc({ webhook, outcome })
    if (outcome !== 'accept') return
    this.#latency.observe({ webhook }, latencyMs / 1000)
    this.#lastAccepted.set({ webhook }, now / 1000)
  }

  /**
   * Returns the current names of these webhooks as text to append to the metrics. Series go by id, so a renamed webhook
   * keeps its own.
   */
  namesOf(webhooks: readonly Pick<Webhook, 'id' | 'name'>[]): Promise<string> {
    const registry = new Registry()
    const names = new Gauge({
      name: 'tocsin_webhook_info',
      help: 'Always 1; the name of each webhook that has metrics here, for readers with the scope webhooks:read.',
      labelNames: ['webhook', 'name'],
      registers: [registry],
    })
    for (const { id, name } of webhooks) {
      const webhook = String(id)
      if (this.#webhooks.has(webhook)) names.set({ webhook, name }, 1)
    }
    return registry.metrics()
  }

  recordIntake({ source, kind }: Pick<IntakeFact, 'source' | 'kind'>): void {
    this.#intake.inc({ source: this.#sources.has(source) ? source : OTHERS, kind })
  }
}
