import { Counter, Gauge, Summary, type Registry } from 'prom-client'
import type { Instant } from '../domain/instant.ts'
import type { AttemptFact, IntakeFact } from './facts.ts'

/** Webhooks, and sources, that have metrics of their own; all others share one. */
export const NAMED_MAX = 1_000
const OTHERS = 'others'

/**
 * Counts apart for each webhook and each source. Everybody may read metrics, so a webhook has its id here and not its
 * name.
 */
export class MetricsByName {
  readonly #webhooks = new Set<string>()
  readonly #sources = new Set<string>()
  readonly #attempts
  readonly #latency
  readonly #lastAccepted
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
    this.#intake = new Counter({
      name: 'tocsin_source_intake_total',
      help: `Observations and job runs that were accepted from each source; the first ${NAMED_MAX}, the rest as "${OTHERS}".`,
      labelNames: ['source', 'kind'],
      registers,
    })
  }

  recordAttempt(
    { webhookId, outcome, latencyMs }: Pick<AttemptFact, 'webhookId' | 'outcome' | 'latencyMs'>,
    now: Instant,
  ): void {
    const webhook = labelOf(String(webhookId), this.#webhooks)
    this.#attempts.inc({ webhook, outcome })
    if (outcome !== 'accept') return
    this.#latency.observe({ webhook }, latencyMs / 1000)
    this.#lastAccepted.set({ webhook }, now / 1000)
  }

  recordIntake({ source, kind }: Pick<IntakeFact, 'source' | 'kind'>): void {
    this.#intake.inc({ source: labelOf(source, this.#sources), kind })
  }
}

function labelOf(name: string, known: Set<string>): string {
  if (known.size < NAMED_MAX) known.add(name)
  return known.has(name) ? name : OTHERS
}
