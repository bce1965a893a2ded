import type * as Prom from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import { PROBLEM_AREAS, type HealthProblem } from '../domain/health-problem.ts'
import type { Instant } from '../domain/instant.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { AttemptFact, IntakeFact, RequestFact } from './facts.ts'
import { MetricsByName } from './metrics-by-name.ts'

/** Reaches from a quick receiver on the same network to the longest time limit. */
const ATTEMPT_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]
/** Reaches from the next tick to the end of the retry schedule. */
const LATENCY_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 1800, 3600, 21_600, 86_400]
const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * The library's monitor of delays wakes the process for each measurement, so it sleeps for weeks, and its gauges are
 * left out: `tocsin_event_loop_busy_ratio` says the same.
 */
const MONITOR_MS_MAX = 2 ** 31 - 1
const LAG_QUANTILES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']

/** The library's sums over the gauges by type have names that only counters may have. */
const TOTALS = ['handles', 'requests', 'resources']

const REJECTED_BECAUSE = ['overloaded', 'memory', 'unavailable', 'failed'] as const

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export interface BacklogFact {
  readonly waiting: number
  readonly pending: number
  readonly sending: number
  /** Null: nothing is due. */
  readonly oldestDueAt: Instant | null
  readonly pausedWebhooks: number
  readonly lateWebhooks: number
  readonly rejectingWebhooks: number
  readonly probeDueAt: Instant | null
  readonly outOfSyncNotifications: number
  readonly heldNotifications: number
  /** The deliveries to paused or probed receivers. */
  readonly paused: { readonly deliveryCount: number; readonly oldestMadeAt: Instant | null }
}

export interface MetricsOptions {
  readonly version: string
  /** Names of configured sources. */
  readonly sources?: readonly string[]
  readonly inFlightCount: () => number
  /** If it rejects, its gauges are left out: old numbers would mislead. */
  readonly readBacklog: () => Promise<BacklogFact>
  readonly clock: Pick<Clock, 'now'>
  /** The connections to PostgreSQL; undefined on SQLite. */
  readonly connections?: () => ConnectionFact | undefined
  readonly memory: MemoryFact
  /** The number by the last complete count. */
  readonly sentReceiverStates: () => number
  /** Problems that do not stop the node. */
  readonly problems: () => Promise<readonly HealthProblem[]>
  readonly damageCount: () => number
}

export interface MemoryFact {
  readonly usedBytes: number
  readonly ceilingBytes: number
}

export interface ConnectionFact {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

/**
 * Metrics in the Prometheus text format. Labels come from fixed lists, never from clients; those by name are bounded.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #byName: MetricsByName
  readonly #intake = this.#counter('tocsin_intake_total', 'Observations and job runs that were accepted.', [
    'kind',
    'result',
  ])
  readonly #intakeRejected = this.#counter('tocsin_intake_rejected_total', 'Reports that were refused.', [
    'reason',
  ])
  readonly #unknownSeverity = this.#counter(
    'tocsin_intake_unknown_severity_total',
    'Observations with a severity that the source does not map.',
  )
  readonly #notifiedNobody = this.#counter(
    'tocsin_events_notified_nobody_total',
    'Events from reports that no webhook took.',
    ['kind'],
  )
  readonly #attempts = this.#counter(
    'tocsin_deliveries_total',
    'Attempts, by outcome and by the state of the delivery afterwards; outcome "none": deliveries that failed without a further attempt.',
    ['outcome', 'state'],
  )
  readonly #released = this.#counter(
    'tocsin_deliveries_released_total',
    'Attempts postponed because the machine had no file descriptors, ports or memory left; not counted against the receiver.',
  )
  readonly #latency = this.#histogram('tocsin_delivery_latency_seconds', {
    help: 'Time from the acceptance of an event to the response that accepted its notification.',
    buckets: LATENCY_BUCKETS_S,
  })
  readonly #attemptDuration = this.#histogram('tocsin_attempt_duration_seconds', {
    help: 'Duration of one attempt.',
    buckets: ATTEMPT_BUCKETS_S,
  })
  readonly #requests = this.#counter('tocsin_http_requests_total', 'Requests to the API.', [
    'route',
    'method',
    'status',
  ])
  readonly #requestDuration = this.#histogram('tocsin_http_request_duration_seconds', {
    help: 'Time from the arrival of a request to the end of its response.',
    buckets: REQUEST_BUCKETS_S,
    labelNames: ['route', 'method'],
  })
  readonly #connectionsEnded = this.#counter(
    'tocsin_http_connections_ended_total',
    'Connections to the API that were closed or not accepted because of a limit.',
    ['reason'],
  )

  readonly #backlog = this.#gauge('tocsin_backlog', 'Unfinished deliveries by state.', ['state'])
  readonly #oldestDueAge = this.#gauge(
    'tocsin_oldest_due_age_seconds',
    'Delay of the most overdue delivery to a webhook that is neither paused nor probed; 0 if nothing is due.',
  )
  readonly #pausedWebhooks = this.#gauge(
    'tocsin_paused_webhooks',
    'Webhooks that are paused because their receivers fail or asked for a pause.',
  )
  readonly #lateWebhooks = this.#gauge(
    'tocsin_late_webhooks',
    'Webhooks with a healthy receiver and a delivery that is overdue by more than a minute.',
  )
  readonly #rejectingWebhooks = this.#gauge(
    'tocsin_rejecting_webhooks',
    'Webhooks whose receivers rejected a delivery in the last three hours and have accepted none since.',
  )
  readonly #probeDelay = this.#gauge(
    'tocsin_probe_delay_seconds',
    'Delay of the most overdue probe of a failing receiver; above 60 there are more such receivers than probe slots. 0 if none is overdue.',
  )
  readonly #outOfSyncNotifications = this.#gauge(
    'tocsin_out_of_sync_notifications',
    'Alerts whose current state a webhook in mode current_state did not get, because it is disabled or the delivery was rejected or cancelled; counted up to 10,000.',
  )
  readonly #heldNotifications = this.#gauge(
    'tocsin_held_notifications',
    'Notifications that silences hold, one for each alert and webhook; counted up to 10,000.',
  )
  readonly #sentReceiverStates = this.#gauge(
    'tocsin_open_notifications',
    'Open notifications: a webhook in mode current_state, or a fallback, got the raised alert (or may have got it) and not its clear yet. Counted once a minute; on PostgreSQL estimated above 10,000.',
  )
  readonly #pausedDeliveries = this.#gauge(
    'tocsin_paused_deliveries',
    'Deliveries to receivers that are paused or only probed; counted up to 10,000.',
  )
  readonly #oldestPausedAge = this.#gauge(
    'tocsin_oldest_paused_age_seconds',
    'Age of the oldest delivery to a paused receiver; 0 if there is none.',
  )
  readonly #inFlight = this.#gauge('tocsin_in_flight', 'Attempts under way in this process.')
  readonly #connections = this.#gauge(
    'tocsin_database_connections',
    'Connections of this process to PostgreSQL.',
    ['state'],
  )
  readonly #connectionsAwaited = this.#gauge(
    'tocsin_database_connections_awaited',
    'Queries of this process that wait for a free connection to PostgreSQL.',
  )
  readonly #memoryUsed = this.#gauge(
    'tocsin_memory_used_bytes',
    'Memory of objects and buffers of this process, including garbage that is not collected yet.',
  )
  readonly #memoryCeiling = this.#gauge(
    'tocsin_memory_ceiling_bytes',
    'Above this the service answers reports with 503 until memory is free again.',
  )
  readonly #problems = this.#gauge(
    'tocsin_degraded',
    '1 while that part of the service has a problem but keeps working, else 0; /readyz says what.',
    ['part'],
  )
  readonly #damages = this.#counter(
    'tocsin_database_damages_total',
    'Times that stored data was found damaged: by a read, before sending a delivery, by a check or at the start.',
  )
  readonly #staleAlerts = this.#gauge(
    'tocsin_stale_alerts',
    'Alerts that only their monitor can clear and that it has not reported for TOCSIN_STALE_AFTER; counted once a minute, up to 100.',
  )
  readonly #loopShare = this.#gauge(
    'tocsin_event_loop_busy_ratio',
    'Share of the time since the last scrape in which the process was busy: near 1, everything waits.',
  )
  #loopBefore = performance.eventLoopUtilization()
  readonly #options: MetricsOptions

  constructor(options: MetricsOptions) {
    this.#options = options
    this.#byName = new MetricsByName(this.#registry, options.sources)
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: MONITOR_MS_MAX })
    for (const name of LAG_QUANTILES)
      this.#registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)
    for (const name of TOTALS) this.#registry.removeSingleMetric(`nodejs_active_${name}_total`)
    this.#beginAtZero()
    this.#gauge('tocsin_build_info', 'Always 1; the labels say what is running.', ['version', 'node']).set(
      { version: options.version, node: process.version },
      1,
    )
  }

  /** Returns the metrics as text, with the names of these webhooks. */
  async text(webhooks: readonly Pick<Webhook, 'id' | 'name'>[] = []): Promise<string> {
    this.#setLoopShare()
    this.#sentReceiverStates.set(this.#options.sentReceiverStates())
    this.#inFlight.set(this.#options.inFlightCount())
    this.#memoryUsed.set(this.#options.memory.usedBytes)
    this.#memoryCeiling.set(this.#options.memory.ceilingBytes)
    this.#setConnections()
    await this.#setBacklog()
    await this.#setProblems()
    const text = await this.#registry.metrics()
    return webhooks.length === 0 ? text : `${text}${await this.#byName.namesOf(webhooks)}`
  }

  /** Prometheus sees no increase in a series whose first value is 1, so series used by alert rules start at 0. */
  #beginAtZero(): void {
    for (const reason of REJECTED_BECAUSE) this.#intakeRejected.inc({ reason }, 0)
    for (const outcome of ['retry', 'refuse', 'none'] as const)
      this.#attempts.inc({ outcome, state: 'failed' }, 0)
    for (const kind of ['alert', 'job_run'] as const) this.#notifiedNobody.inc({ kind }, 0)
  }

  #setLoopShare(): void {
    const now = performance.eventLoopUtilization()
    this.#loopShare.set(performance.eventLoopUtilization(now, this.#loopBefore).utilization)
    this.#loopBefore = now
  }

  recordIntake(fact: Omit<IntakeFact, 'eventId' | 'beganAt'>): void {
    const { kind, result, warningCount, notifiedNobody } = fact
    this.#intake.inc({ kind, result })
    this.#byName.recordIntake(fact)
    if (notifiedNobody) this.#notifiedNobody.inc({ kind })
    // The severity is the only thing that intake guesses.
    if (warningCount > 0) this.#unknownSeverity.inc()
  }

  countRejectedIntake(reason: (typeof REJECTED_BECAUSE)[number]): void {
    this.#intakeRejected.inc({ reason })
  }

  recordAttempt(fact: Omit<AttemptFact, 'cause'>): void {
    const { outcome, state, durationMs, latencyMs } = fact
    this.#attempts.inc({ outcome, state })
    this.#byName.recordAttempt(fact, this.#options.clock.now())
    this.#attemptDuration.observe(durationMs / 1000)
    if (outcome === 'accept') this.#latency.observe(latencyMs / 1000)
  }

  /** Counts deliveries that failed without a further attempt. */
  countFailed(count: number): void {
    this.#attempts.inc({ outcome: 'none', state: 'failed' }, count)
  }

  setStaleAlerts(count: number): void {
    this.#staleAlerts.set(count)
  }

  countReleased(): void {
    this.#released.inc()
  }

  recordRequest({
    route,
    method,
    status,
    durationMs,
  }: Pick<RequestFact, 'route' | 'method' | 'status' | 'durationMs'>): void {
    this.#requests.inc({ route, method, status })
    this.#requestDuration.observe({ route, method }, durationMs / 1000)
  }

  countEndedConnection({ reason }: { readonly reason: string }): void {
    this.#connectionsEnded.inc({ reason })
  }

  #counter(name: string, help: string, labelNames: readonly string[] = []): Prom.Counter {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] })
  }

  #histogram(name: string, about: Omit<Prom.HistogramConfiguration<string>, 'name'>): Prom.Histogram {
    return new Histogram({ name, ...about, registers: [this.#registry] })
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = []): Prom.Gauge {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.#registry] })
  }

  async #setProblems(): Promise<void> {
    const troubled = new Set((await this.#options.problems()).map(({ path }) => path))
    for (const part of PROBLEM_AREAS) this.#problems.set({ part }, troubled.has(part) ? 1 : 0)
    this.#damages.reset()
    this.#damages.inc(this.#options.damageCount())
  }

  #setConnections(): void {
    const use = this.#options.connections?.()
    if (!use) return
    this.#connections.set({ state: 'busy' }, use.open - use.idle)
    this.#connections.set({ state: 'idle' }, use.idle)
    this.#connectionsAwaited.set(use.waiting)
  }

  async #setBacklog(): Promise<void> {
    const { clock, readBacklog } = this.#options
    const backlog = await readBacklog().catch(() => undefined)
    if (!backlog) {
      this.#backlog.reset()
      this.#oldestDueAge.remove({})
      this.#pausedWebhooks.remove({})
      this.#lateWebhooks.remove({})
      this.#rejectingWebhooks.remove({})
      this.#probeDelay.remove({})
      this.#outOfSyncNotifications.remove({})
      this.#heldNotifications.remove({})
      this.#pausedDeliveries.remove({})
      this.#oldestPausedAge.remove({})
      return
    }
    const { waiting, pending, sending, oldestDueAt, paused, probeDueAt } = backlog
    const ageS = (at: Instant | null) => (at === null ? 0 : Math.max(0, clock.now() - at) / 1000)
    for (const [state, count] of Object.entries({ waiting, pending, sending })) {
      this.#backlog.set({ state }, count)
    }
    this.#oldestDueAge.set(ageS(oldestDueAt))
    this.#pausedWebhooks.set(backlog.pausedWebhooks)
    this.#lateWebhooks.set(backlog.lateWebhooks)
    this.#rejectingWebhooks.set(backlog.rejectingWebhooks)
    this.#outOfSyncNotifications.set(backlog.outOfSyncNotifications)
    this.#heldNotifications.set(backlog.heldNotifications)
    this.#probeDelay.set(ageS(probeDueAt))
    this.#pausedDeliveries.set(paused.deliveryCount)
    this.#oldestPausedAge.set(ageS(paused.oldestMadeAt))
  }
}
