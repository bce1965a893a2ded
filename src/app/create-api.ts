import { accessLog } from '../api/server/access-log.ts'
import { memoryShares } from '../api/server/memory-shares.ts'
import { forgetPrincipals, peopleOf } from './principals.ts'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../api/auth/authenticate.ts'
import { readPage } from '../api/server/console.ts'
import { allRoutes, workerRoutes } from '../api/route-table.ts'
import { createServer } from '../api/server/server.ts'
import type { SharedReading } from '../api/routes/shared-reading.ts'
import type { Chance } from '../runtime/clock.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { AppError } from '../domain/errors.ts'
import { servesApi, type ServiceNode } from '../domain/overview/node.ts'
import type { HealthProblem } from '../domain/health-problem.ts'
import type { TargetRules } from '../domain/target/target-address.ts'
import { refuseWithoutMemory } from './create-intake.ts'
import type { Intake } from '../intake/intake.ts'
import type { Refusals } from '../intake/intake-limits.ts'
import { LongWork } from '../runtime/long-work.ts'
import { pushSources } from '../intake/source.ts'
import type { MemoryGuard } from '../monitoring/memory-guard.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { DamageWatch } from '../storage/damage/damage.ts'
import type { Backlog } from '../storage/store.ts'
import type { PasswordCost } from '../people/password-hash.ts'
import type { NotificationCounter } from '../housekeeping/count-open-notifications.ts'
import type { HousekeepingDeps } from '../housekeeping/create-housekeeping.ts'
import type { CertificatePair } from '../housekeeping/watch-certificate.ts'
import { PROGRAM_FOLDER, VERSION } from '../runtime/version.ts'
import type { ProblemsDeps } from './monitor-node.ts'

/** Dependencies of a node's API and pollers. */
export interface ApiParts extends HousekeepingDeps {
  readonly passwordCost: PasswordCost | undefined
  readonly stopping: AbortController
  readonly openNotifications: NotificationCounter
  readonly backlog: SharedReading<Backlog>
  readonly memory: MemoryGuard
  readonly refusals: Refusals
  readonly chance: Chance
  readonly cluster: Cluster
  readonly longWork: LongWork
  readonly node: Omit<ServiceNode, 'seenAt'>
  readonly authenticator: Authenticator
  readonly delivery: Delivery
  readonly loop: Pick<ProblemsDeps, 'isAlive' | 'unclaimed' | 'exhaustion'>
  readonly problems: () => Promise<readonly HealthProblem[]>
  readonly damage: DamageWatch
  readonly metrics: Metrics
  readonly intake: Intake
  readonly targets: TargetRules
  readonly certificate: CertificatePair | null
}

function dispatcherOf({ delivery, loop }: Pick<ApiParts, 'delivery' | 'loop'>) {
  return {
    inFlight: () => delivery.dispatcher.inFlightCount,
    ...loop,
    stalledBecause: () => delivery.stalledBecause(),
    stalledSince: () => delivery.stalledSince(),
  }
}

/** Creates the HTTP server with the routes of this node's role. */
export function createApi(parts: ApiParts): FastifyInstance {
  const { clock, chance, config, log, longWork, authenticator, delivery, metrics, targets, activity } = parts
  const routesOf = servesApi(config.role) ? allRoutes : workerRoutes
  const routes = routesOf({
    ...parts,
    staleAfterMs: config.staleAfterMs,
    sources: pushSources(config.sources),
    askedSources: config.sources.filter(({ database }) => database !== undefined),
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    cloudEventsOrigins: config.cloudEventsOrigins,
    cloudEventsPerMinute: config.cloudEventsPerMinute,
    onEvents: (count) => activity.countEvents(count),
    consoleFolder: CONSOLE_FOLDER,
    version: VERSION,
    checkTarget: (url) => targets.checkUrl(url),
    tryWebhook: delivery.tryWebhook,
    previewWebhook: delivery.previewWebhook,
    dispatcher: dispatcherOf(parts),
    damage: () => parts.damage.current,
    scrape: (webhooks) => metrics.text(webhooks),
    memoryRefusal: () => parts.memory.refusal(),
    refusesReports: () => parts.refusals.current,
    backupFolder: config.database.engine === 'sqlite' ? dirname(config.database.file) : null,
    ...peopleOf(parts),
    onTokensChanged: () => forgetPrincipals(parts),
    startedAt: clock.now(),
    unwrittenActivity: () => activity.unwritten(),
    unwrittenCalls: () => activity.unwrittenCalls(),
    readBacklog: () => parts.backlog.get(),
    openNotifications: () => parts.openNotifications.current,
    authorize: ({ path, scope }, who) =>
      authenticator.authenticate({ method: 'GET', host: '', path, isUnattended: true, ...who }, scope),
    stopping: parts.stopping.signal,
  })
  return createServer({
    longWork,
    basePath: config.basePath,
    limits: { ...config, ...memoryShares(parts.memory.ceilingBytes) },
    log,
    clock,
    chance,
    routes,
    trustedProxies: config.trustedProxies,
    ...(servesApi(config.role)
      ? {
          lostPage: () => readPage({ basePath: config.basePath, chance, consoleFolder: CONSOLE_FOLDER }),
        }
      : { nothingElse: WORKER_ONLY }),
    tls: parts.certificate,
    strictTransportMs: config.strictTransportMs,
    authenticate: (request, scope) => {
      const { method, headers, host, address, route } = request
      const { path = '', isUnattended } = route ?? {}
      return authenticator.admit({ method, headers, host, address, path, isUnattended }, scope)
    },
    refuseWhenFull: refuseWithoutMemory(parts),
    ...accessLog(parts),
  })
}

/** `npm start` builds it here. */
const CONSOLE_FOLDER = join(PROGRAM_FOLDER, 'console', 'dist')

const WORKER_ONLY = new AppError(
  'not_found',
  'This node only delivers (TOCSIN_ROLE=worker), and has nothing but /healthz, /readyz and /metrics; ask a node with the role api or all.',
)
