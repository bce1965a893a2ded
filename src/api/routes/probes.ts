import { AppError, type Issue } from '../../domain/errors.ts'
import { type Fault, type HealthProblem, PROBLEM_AREAS } from '../../domain/health-problem.ts'
import type { Scope } from '../../domain/people/token.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../storage/store.ts'
import { METRICS_CONTENT_TYPE } from '../../telemetry/metrics.ts'
import { defineRoute, type RequestOrigin, type Route, type RouteResponse, Type } from './route.ts'
import { SharedReading } from './shared-reading.ts'

export const healthProblemSchema = Type.Object('HealthProblem', {
  path: Type.Enum(PROBLEM_AREAS, 'The part of the service that has the problem.'),
  message: Type.String('The same as a sentence.'),
})

const HEALTH_FRESH_MS = 1_000
const HEALTH_LIMIT_MS = 2_000
const RETRY_AFTER_MS = 5_000

interface ProbeDeps {
  readonly store: Pick<Store, 'checkHealth' | 'listRoutedWebhooks'>
  readonly clock: Clock
  readonly dispatcher: DeliveryLoop
  readonly scrape: (webhooks: readonly Webhook[]) => Promise<string>
  /** Tells whether the requester may read the names of webhooks. */
  readonly authorize: (
    what: { readonly path: string; readonly scope: Scope },
    who: Pick<RequestOrigin, 'headers' | 'address'>,
  ) => Promise<unknown>
  /** Set: no memory for reports. */
  readonly memoryRefusal: () => AppError | undefined
  /** Set: the database is damaged. */
  readonly damage: () => Fault | undefined
  /** Problems of a node that still accepts and stores reports. */
  readonly problems: () => Promise<readonly HealthProblem[]>
}

interface DeliveryLoop {
  /** Why attempts cannot be recorded, in a sentence for everybody. */
  readonly stalledBecause: () => string | undefined
}

const statusSchema = Type.Object({ status: Type.Literal('ok') })

const readySchema = Type.Object({
  status: Type.Enum(['ok', 'degraded'], {
    description: 'degraded: the node accepts and stores reports, but has the problems in `reasons`.',
  }),
  reasons: Type.Optional(Type.Array(healthProblemSchema, 'The problems; absent if there are none.')),
})

/** Returns the routes for load balancers and monitoring: open to everybody, so they show and cost little. */
export function probeRoutes(deps: ProbeDeps): readonly Route[] {
  return [healthz(), readyz(deps), metrics(deps)]
}

/** Returns the probes of a service that cannot run yet. */
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
    route: 'GET /healthz',
    scope: null,
    id: 'getHealth',
    summary: 'Is the process alive?',
    responses: { 200: ['The process is alive.', statusSchema] },
    handler: async () => ({ status: 200, headers: NOT_KEPT, body: { status: 'ok' } }),
  })
}

function readyz(deps: ProbeDeps): Route {
  const { store, clock, dispatcher, memoryRefusal, damage, problems } = deps
  const health = new SharedReading({
    name: 'The database',
    read: () => store.checkHealth(clock.now()),
    freshMs: HEALTH_FRESH_MS,
    limitMs: HEALTH_LIMIT_MS,
    clock,
  })
  return readinessRoute(async () => {
    const faults = [
      ...(await databaseFaults(health, damage())),
      ...deliveryFaults(dispatcher),
      ...memoryFaults(memoryRefusal()),
    ]
    if (faults.length > 0) throw notReady(faults)
    const reasons = await problems()
    const body = reasons.length === 0 ? { status: 'ok' } : { status: 'degraded', reasons }
    return { status: 200, headers: NOT_KEPT, body }
  })
}

function notReady(faults: readonly Issue[]): AppError {
  const detail = faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new AppError('unavailable', `Not ready. ${detail}`, { issues: faults, retryAfterMs: RETRY_AFTER_MS })
}

function readinessRoute(handler: () => Promise<RouteResponse>): Route {
  return defineRoute({
    route: 'GET /readyz',
    scope: null,
    id: 'getReadiness',
    summary: 'Is the node ready?',
    description:
      'Reads and writes the database, and looks whether attempts can be recorded and whether there is memory for reports. Deliveries that stand still are no reason to take the node out of service: then it answers 200 and `degraded`.',
    responses: { 200: ['The node is ready.', readySchema], 503: 'The node is not ready; `errors` says why.' },
    handler,
  })
}

function metrics(deps: ProbeDeps): Route {
  return defineRoute({
    route: 'GET /metrics',
    scope: null,
    id: 'getMetrics',
    summary: 'Counters and gauges for Prometheus',
    description:
      'Open to everybody. With a token that has the scope `webhooks:read` also the names of webhooks, as `tocsin_webhook_info`.',
    responses: {
      200: { description: 'The Prometheus text format, version 0.0.4.', contentType: 'text/plain' },
    },
    handler: async (input) => ({
      status: 200,
      headers: { 'content-type': METRICS_CONTENT_TYPE },
      body: await deps.scrape(await namedFor(input, deps)),
    }),
  })
}

/** Gives no names without a token, and no error. */
async function namedFor(
  { headers, address }: Pick<RequestOrigin, 'headers' | 'address'>,
  { authorize, store }: ProbeDeps,
): Promise<readonly Webhook[]> {
  const hasToken = headers['x-auth-token'] !== undefined || /^Bearer /i.test(headers.authorization ?? '')
  if (!hasToken) return []
  try {
    await authorize({ path: '/metrics', scope: 'webhooks:read' }, { headers, address })
    return await store.listRoutedWebhooks()
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

function deliveryFaults({ stalledBecause }: DeliveryLoop) {
  const because = stalledBecause()
  if (because === undefined) return []
  const message = `attempts cannot be recorded, so deliveries pause; they go on by themselves. ${because}`
  return [{ path: 'delivery', message }]
}

function memoryFaults(refusal: AppError | undefined) {
  return refusal ? [{ path: 'memory', message: 'too little is left, so reports are refused' }] : []
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** Shows only our own sentences; the engine's details go to the log. */
async function databaseFaults(health: SharedReading<void>, damage: Fault | undefined) {
  if (damage && !damage.isOver) return [{ path: 'database', message: damage.because }]
  try {
    await health.get()
    return []
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'it can not be read and written'
    return [{ path: 'database', message }]
  }
}
