import { Counter, Gauge, Registry, Summary } from 'prom-client'
import type { Instant } from '../domain/instant.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { AttemptFact, IntakeFact } from './facts.ts'

/** Webhooks, and sources, that have metrics of their own; all others share one. */
export const NAMED_MAX = 1_000
const OTHERS = 'others'
/** The source of reports that name none. */
const OF_API = 'api'

/**
 * Counts apart for each webhook and each source. Everybody may read metrics, so a webhook has its id here and its name
 * only in `namesOf`, and only sources that are configured have theirs: what a client names is no label.
 */
export class MetricsByName {
  readonly #webhooks = new Set<string>()
  readonly #sources: ReadonlySet<string>
  readonly #attempts
  readonly #latency
  readonly #lastAccepted
  readonly #intake

  /** `sources`: the names of the sources that are configured. */
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
   * Returns the present names of the webhooks that have metrics of their own, as text to append to the metrics. The
   * series of a webhook go by its id, so that they go on when it is renamed.
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
