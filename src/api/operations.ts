import { Type } from './schema-builder.ts'
import type { Clock } from '../clock.ts'
import { AppError, type Issue } from '../domain/errors.ts'
import { METRICS_CONTENT_TYPE } from '../metrics.ts'
import type { Store } from '../storage/store.ts'
import { defineRoute, type Answer, type Route } from './route.ts'
import { SharedReading } from './shared-reading.ts'

const HEALTH_FRESH_MS = 1_000
const HEALTH_LIMIT_MS = 2_000
const RETRY_AFTER_MS = 5_000

export interface OperationRoutesDeps {
  readonly store: Pick<Store, 'checkHealth'>
  readonly clock: Clock
  readonly dispatcher: DeliveryLoop
  /** The text of /metrics. */
  readonly scrape: () => Promise<string>
  /** Set: no reports are taken in, for want of memory. */
  readonly memoryRefusal: () => AppError | undefined
}

export interface DeliveryLoop {
  readonly isAlive: () => boolean
  /** While attempts cannot be recorded: why, in a sentence that anybody may read. */
  readonly stalledBecause: () => string | undefined
}

const statusSchema = Type.Object({ status: Type.Literal('ok') })

/** What the machinery around the service asks. Open to anybody, so they tell little and cost little. */
export function operationRoutes(deps: OperationRoutesDeps): readonly Route[] {
  return [healthz(), readyz(deps), metrics(deps)]
}

/** While nothing of the service can run yet: it lives, and says why it is not ready. */
export function waitingRoutes(because: () => string): readonly Route[] {
  return [
    healthz(),
    readinessRoute(async () => {
      throw notReady([{ path: 'database', message: because() }])
    }),
  ]
}

function healthz(): Route {
  return defineRoute({
    method: 'GET',
    path: '/healthz',
    scope: null,
    id: 'getHealth',
    summary: 'Is the process alive?',
    tag: 'operations',
    answers: { 200: { description: 'It is.', schema: statusSchema } },
    handler: async () => ({ status: 200, headers: NOT_KEPT, body: { status: 'ok' } }),
  })
}

function readyz({ store, clock, dispatcher, memoryRefusal }: OperationRoutesDeps): Route {
  const health = new SharedReading({
    name: 'The database',
    read: () => store.checkHealth(clock.now()),
    freshMs: HEALTH_FRESH_MS,
    limitMs: HEALTH_LIMIT_MS,
    clock,
  })
  return readinessRoute(async () => {
    const faults = [
      ...(await databaseFaults(health)),
      ...deliveryFaults(dispatcher),
      ...memoryFaults(memoryRefusal()),
    ]
    if (faults.length > 0) throw notReady(faults)
    return { status: 200, headers: NOT_KEPT, body: { status: 'ok' } }
  })
}

function notReady(faults: readonly Issue[]): AppError {
  const detail = faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new AppError('unavailable', `Not ready. ${detail}`, {
    issues: faults,
    retryAfterMs: RETRY_AFTER_MS,
  })
}

function readinessRoute(handler: () => Promise<Answer>): Route {
  return defineRoute({
    method: 'GET',
    path: '/readyz',
    scope: null,
    id: 'getReadiness',
    summary: 'Can it take in and deliver?',
    description:
      'Reads and writes the database, and looks whether the delivery loop runs and can record its attempts, and whether there is memory for reports.',
    tag: 'operations',
    answers: {
      200: { description: 'It can.', schema: statusSchema },
      503: { description: 'It can not; `errors` names what is wrong.' },
    },
    handler,
  })
}

function metrics({ scrape }: OperationRoutesDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    scope: null,
    id: 'getMetrics',
    summary: 'Counters and gauges for Prometheus',
    tag: 'operations',
    answers: {
      200: { description: 'The Prometheus text format, version 0.0.4.', contentType: 'text/plain' },
    },
    handler: async () => ({
      status: 200,
      headers: { 'content-type': METRICS_CONTENT_TYPE },
      body: await scrape(),
    }),
  })
}

function deliveryFaults({ isAlive, stalledBecause }: DeliveryLoop) {
  if (!isAlive()) return [{ path: 'delivery', message: 'the delivery loop does not run' }]
  const cause = stalledBecause()
  if (cause === undefined) return []
  const message = `attempts cannot be recorded, so deliveries pause; they go on by themselves. ${cause}`
  return [{ path: 'delivery', message }]
}

function memoryFaults(refusal: AppError | undefined) {
  return refusal ? [{ path: 'memory', message: 'too little is left, so reports are refused' }] : []
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** Nobody is told more than our own sentences: what an engine says of its inside is for the log. */
async function databaseFaults(health: SharedReading<void>) {
  try {
    await health.get()
    return []
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'it can not be read and written'
    return [{ path: 'database', message }]
  }
}
