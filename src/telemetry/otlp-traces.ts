import {
  createTraceState,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import type { InstallationId, NodeId } from '../domain/ids.ts'
import type { HeaderPairs } from '../domain/receiver/outcome.ts'
import type { TraceContext } from '../domain/trace/trace-context.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from './log.ts'
import { nameOfRequest, requestAttributes } from './request-span.ts'
import { traceOf, type AttemptTrace, type ReportedFact, type ReportTimes } from './traces.ts'
import type { TracedAttempt, TracedCall, TraceName, Traces } from './traces.ts'

export interface OtlpOptions {
  /** The address of OTLP over HTTP: `http://collector:4318/v1/traces`. */
  readonly url: string
  readonly version: string
  readonly installationId: InstallationId
  readonly nodeId: NodeId
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Log
}

/** Limits one batch with all its retries: the shutdown waits for the last one. */
const EXPORT_MS_MAX = 2_000

const LOGGED_EVERY_MS = 60_000

/**
 * Returns traces that are sent in batches to a collector. While it is away, 2,048 spans wait and more are dropped.
 * Loaded only where traces are configured.
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

  recordReport(
    { eventId, kind, source, result, trace: sender }: ReportedFact,
    { beganAt, committedAt }: ReportTimes,
  ): void {
    if (eventId === null) return
    const attributes = {
      'tocsin.event.id': eventId,
      'tocsin.source': source,
      'tocsin.kind': kind,
      'tocsin.result': result,
    }
    const options = { kind: SpanKind.CONSUMER, startTime: beganAt, attributes }
    this.#ids.chosen = traceOf(this.#options.installationId, eventId)
    const report = this.#tracer.startSpan('report', options, sender ? contextOf(sender) : ROOT_CONTEXT)
    this.#ids.chosen = undefined
    const within = trace.setSpan(ROOT_CONTEXT, report)
    this.#tracer.startSpan('commit', { startTime: beganAt }, within).end(committedAt)
    report.end(committedAt)
  }

  beginAttempt({ eventId, deliveryId, webhookId, attempt, trace: sender }: TracedAttempt): AttemptTrace {
    const { clock, installationId } = this.#options
    const own = traceOf(installationId, eventId)
    // The report is the parent, also in the trace of the sender.
    const within = contextOf({ isSampled: true, ...own, ...sender, spanId: own.spanId })
    const attributes = {
      'tocsin.delivery.id': deliveryId,
      'tocsin.webhook.id': webhookId,
      'tocsin.attempt': attempt,
    }
    const startTime = clock.now()
    const claim = this.#tracer.startSpan('claim', { startTime, attributes }, within)
    return new OtlpAttemptTrace({ claim, tracer: this.#tracer, clock, attempt })
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined)
  }
}

interface AttemptSpans {
  readonly claim: Span
  readonly tracer: Tracer
  readonly clock: Pick<Clock, 'now'>
  readonly attempt: number
}

class OtlpAttemptTrace implements AttemptTrace {
  readonly #spans: AttemptSpans
  #request: Span | undefined

  constructor(spans: AttemptSpans) {
    this.#spans = spans
  }

  beginRequest(): HeaderPairs {
    const { claim, tracer, clock } = this.#spans
    const options = { kind: SpanKind.CLIENT, startTime: clock.now() }
    this.#request = tracer.startSpan('HTTP', options, trace.setSpan(ROOT_CONTEXT, claim))
    const { traceId, spanId, traceFlags, traceState } = this.#request.spanContext()
    const flags = (traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'
    const traceparent = ['traceparent', `00-${traceId}-${spanId}-${flags}`] as const
    return traceState ? [traceparent, ['tracestate', traceState.serialize()]] : [traceparent]
  }

  responded(call: TracedCall): void {
    if (!this.#request) return
    this.#request.updateName(nameOfRequest(call.request))
    this.#request.setAttributes(requestAttributes(call, this.#spans.attempt))
    const { outcome } = call
    if (outcome.kind !== 'accept') {
      this.#request.setStatus({ code: SpanStatusCode.ERROR, message: outcome.reason })
    }
    this.#request.end(call.respondedAt)
  }

  end(): void {
    const { claim, clock } = this.#spans
    const at = clock.now()
    if (this.#request?.isRecording()) this.#request.end(at)
    claim.end(at)
  }
}

function contextOf({ traceId, spanId, isSampled, state }: TraceContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  })
}

/** Random ids, except for the first span of a trace: its id follows from its event. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  /** The name of the next span. */
  chosen: TraceName | undefined

  generateTraceId(): string {
    return this.chosen?.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.chosen?.spanId ?? this.#random.generateSpanId()
  }
}

/** The library has one logger per process for what it cannot send. */
function logFaults({ clock, log }: Pick<OtlpOptions, 'clock' | 'log'>): void {
  let loggedAt = -Infinity
  const pass = () => undefined
  const error = (because: string) => {
    if (clock.monotonic() - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = clock.monotonic()
    log.warn({ because: because.slice(0, 500) }, 'traces.export_failed')
  }
  diag.setLogger({ error, warn: pass, info: pass, debug: pass, verbose: pass }, DiagLogLevel.ERROR)
}
