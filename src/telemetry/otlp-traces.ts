import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace'
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import type { InstallationId, NodeId } from '../domain/ids.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from './log.ts'
import { traceOf, type AttemptTrace, type ReportedFact, type ReportTimes } from './traces.ts'
import type { TracedAttempt, TraceName, Traces } from './traces.ts'

export interface OtlpOptions {
  /** Where spans go, by OTLP over HTTP: `http://collector:4318/v1/traces`. */
  readonly url: string
  readonly version: string
  readonly installationId: InstallationId
  readonly nodeId: NodeId
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Log
}

/** Limit of sending one batch, with all tries: the end of the service waits for the last one. */
const EXPORT_MS_MAX = 2_000

/** The time between two log lines about a collector that takes nothing. */
const LOGGED_EVERY_MS = 60_000

/**
 * Returns traces that are sent in batches to a collector. One that is away costs nothing but its spans: 2,048 wait, and
 * more are dropped. Loaded only where traces are wanted.
 */
export function createOtlpTraces(options: OtlpOptions): Traces {
  logFaults(options)
  return new OtlpTraces(options)
}

class OtlpTraces implements Traces {
  readonly #options: OtlpOptions
  readonly #ids = new ChosenIds()
  readonly #provider: TracerProvider
  readonly #tracer: Tracer

  constructor(options: OtlpOptions) {
    this.#options = options
    const { url, version, nodeId } = options
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS_MAX })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        [ATTR_SERVICE_NAME]: 'tocsin',
        [ATTR_SERVICE_VERSION]: version,
        [ATTR_SERVICE_INSTANCE_ID]: nodeId,
      }),
      idGenerator: this.#ids,
      spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS_MAX })],
    })
    this.#tracer = this.#provider.getTracer('tocsin', version)
  }

  recordReport({ eventId, kind, source, result }: ReportedFact, { beganAt, committedAt }: ReportTimes): void {
    if (eventId === null) return
    const attributes = {
      'tocsin.event.id': eventId,
      'tocsin.source': source,
      'tocsin.kind': kind,
      'tocsin.result': result,
    }
    const options = { kind: SpanKind.CONSUMER, startTime: beganAt, attributes }
    this.#ids.chosen = traceOf(this.#options.installationId, eventId)
    const report = this.#tracer.startSpan('report', options, ROOT_CONTEXT)
    this.#ids.chosen = undefined
    const within = trace.setSpan(ROOT_CONTEXT, report)
    this.#tracer.startSpan('commit', { startTime: beganAt }, within).end(committedAt)
    report.end(committedAt)
  }

  beginAttempt({ eventId, deliveryId, webhookId, attempt }: TracedAttempt): AttemptTrace {
    const { clock, installationId } = this.#options
    const report = {
      ...traceOf(installationId, eventId),
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    }
    const attributes = {
      'tocsin.delivery.id': deliveryId,
      'tocsin.webhook.id': webhookId,
      'tocsin.attempt': attempt,
    }
    const startTime = clock.now()
    const within = trace.setSpanContext(ROOT_CONTEXT, report)
    const claim = this.#tracer.startSpan('claim', { startTime, attributes }, within)
    const options = { kind: SpanKind.CLIENT, startTime }
    const request = this.#tracer.startSpan('request', options, trace.setSpan(ROOT_CONTEXT, claim))
    return new OtlpAttemptTrace(claim, request, clock)
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined)
  }
}

class OtlpAttemptTrace implements AttemptTrace {
  readonly traceparent: string
  readonly #claim: Span
  readonly #request: Span
  readonly #clock: Pick<Clock, 'now'>

  constructor(claim: Span, request: Span, clock: Pick<Clock, 'now'>) {
    this.#claim = claim
    this.#request = request
    this.#clock = clock
    const { traceId, spanId } = request.spanContext()
    this.traceparent = `00-${traceId}-${spanId}-01`
  }

  responded({ outcome, status, at }: Parameters<AttemptTrace['responded']>[0]): void {
    this.#request.setAttribute('tocsin.outcome', outcome)
    if (status !== undefined) this.#request.setAttribute('http.response.status_code', status)
    if (outcome !== 'accept') this.#request.setStatus({ code: SpanStatusCode.ERROR })
    this.#request.end(at)
  }

  end(): void {
    const at = this.#clock.now()
    if (this.#request.isRecording()) this.#request.end(at)
    this.#claim.end(at)
  }
}

/** Random ones, but for the span that begins a trace: its name follows from its event. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  /** The name of the span that is begun next. */
  chosen: TraceName | undefined

  generateTraceId(): string {
    return this.chosen?.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.chosen?.spanId ?? this.#random.generateSpanId()
  }
}

/** The library tells what it cannot send through one logger for the whole process. */
function logFaults({ clock, log }: Pick<OtlpOptions, 'clock' | 'log'>): void {
  let loggedAt = -Infinity
  const pass = () => undefined
  const error = (because: string) => {
    if (clock.monotonic() - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = clock.monotonic()
    log.warn({ because: because.slice(0, 500) }, 'traces.not_sent')
  }
  diag.setLogger({ error, warn: pass, info: pass, debug: pass, verbose: pass }, DiagLogLevel.ERROR)
}
