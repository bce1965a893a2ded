import { ActivityCounter, deliveryCounters } from '../housekeeping/activity-counter.ts'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../api/auth/authenticate.ts'
import { createReportReader } from '../api/v1/reports/report-reader.ts'
import { Listener } from '../api/server/listen.ts'
import { countListeningSockets } from '../monitoring/descriptors.ts'
import type { Boot, Chance, Clock } from '../runtime/clock.ts'
import { systemBoot, systemChance, systemClock } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import { createAuthenticator } from './principals.ts'
import { createDelivery, type Delivery } from '../delivery/delivery.ts'
import { delivers, type ServiceNode } from '../domain/overview/node.ts'
import { createProxyRules } from '../domain/target/proxy-rules.ts'
import { warnOfOutdatedMatches } from '../housekeeping/stored-matches.ts'
import { createTargetRules, type TargetRules } from '../domain/target/target-address.ts'
import { createApi, type ApiParts } from './create-api.ts'
import { createServices } from './create-services.ts'
import { createIntake } from './create-intake.ts'
import { createTraces } from './create-traces.ts'
import { LongWork } from '../runtime/long-work.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Traces } from '../telemetry/traces.ts'
import { openStore, type OpenedStore } from './open-store.ts'
import { watchIdle } from './watch-idle.ts'
import { createSourceReaders, type SourceReader } from '../pollers/pollers.ts'
import type { Cluster, NotificationListener } from '../storage/cluster.ts'
import type { Store } from '../storage/store.ts'
import type { PasswordCost } from '../people/password-hash.ts'
import { prepareEntries, type Entries } from './prepare-entries.ts'
import { recallClock } from '../housekeeping/follow-clock.ts'
import { Periodic } from '../housekeeping/periodic.ts'
import { readCertificate } from '../housekeeping/watch-certificate.ts'
import { reclaimAll } from '../housekeeping/reclaim-all.ts'
import { VERSION } from '../runtime/version.ts'
import { createMetrics, watchOver } from './monitor-node.ts'

/** Container runtimes kill after 10 s in all. */
const REQUESTS_END_MS_MAX = 3_000

export interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  /** The boot that `clock` belongs to; without it a clock step between processes counts as passed time. */
  readonly boot?: Boot | undefined
  readonly chance?: Chance
  /** Unless false, PostgreSQL's server sets the time, and `clock` only measures durations. */
  readonly usesServerTime?: boolean
  /** The cost of new password hashes; default: secure. */
  readonly passwordCost?: PasswordCost
  /** True: the service runs for long, so memory of its start is freed. */
  readonly runsLong?: boolean
}

export interface App extends Entries {
  readonly store: Store
  readonly server: FastifyInstance
  /**
   * Listens and delivers; resolves with the API's address, e.g. `http://127.0.0.1:8480/pem`. `leavePort`:
   * stops the process that listens there, and returns the port.
   */
  start(leavePort?: () => Promise<number>): Promise<string>
  /** Stops the listener first, then deliveries, then the database. May be called twice. */
  stop(): Promise<void>
}

/**
 * Composes the app: the only file that knows every part. Takes each option by name, so that none replaces a
 * part.
 */
export async function createApp({
  config,
  log,
  clock: machineClock = systemClock,
  boot = machineClock === systemClock ? systemBoot() : undefined,
  chance = systemChance,
  usesServerTime = true,
  passwordCost,
  runsLong = false,
}: AppOptions): Promise<App> {
  const certificate = await readCertificate(config)
  const found = await openStore({ config, log, chance, clock: machineClock, usesServerTime, runsLong })
  const watched = watchIdle(found, { config, wake: () => delivery.dispatcher.wake() })
  const { opened, idle } = watched
  const { store, cluster, clock, clockSteps } = opened
  if (boot) await recallClock({ store, clock, clockSteps, boot })
  const entries = await prepareEntries({ cluster, store, clock, chance, config })

  const node = describeNode({ config, clock, chance })
  const slot = await opened.takeNodeSlot(node.id)
  const seen = watchOver({ config, opened, log, node, machineClock, runsLong, delivery: () => delivery })
  const inFlightCount = () => delivery.dispatcher.inFlightCount
  const metrics: Metrics = createMetrics({ ...seen, config, cluster, clock, inFlightCount })
  const targets = createTargetRules({ ...config, listenHost: config.listen.host })
  const longWork = new LongWork(clock)
  const traces = await createTraces({ config, store, clock, log, nodeId: node.id })
  const common = { config, opened, longWork, chance, log, targets, metrics, traces }
  const { activity } = seen
  const delivery = createDeliveryOf({ ...common, nodeId: node.id, activity, isIdle: () => idle.isIdle })
  // Wakes this node, or others if it does not deliver.
  const wake = delivers(config.role) ? () => delivery.dispatcher.wake() : () => cluster.notify('work')
  const authenticator = createAuthenticator({ store, clock, config })
  const parts = {
    ...opened,
    idle,
    ...slot,
    chance,
    wake,
    onWriting: delivers(config.role) ? wake : () => undefined,
    config,
    log,
    authenticator,
    delivery,
    node,
    passwordCost,
    ...seen,
  }
  const intake = createIntake({ ...parts, metrics, traces })
  const server = createApi({ ...parts, longWork, intake, metrics, targets, certificate })
  const housekeeping = createServices({ ...parts, metrics, opened, boot, certificate, server })
  const notifications = watched.listen({ onTokens: () => authenticator.forget() })
  const readers = createReaders({ ...parts, intake })
  const listener = new Listener(server, countListeningSockets())
  const services = { ...parts, slot, listener, housekeeping, notifications, readers, traces }
  return { store, server, ...entries, start: (leave) => start(services, leave), stop: () => stop(services) }
}

interface Services {
  readonly store: Store
  readonly cluster: Cluster
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly listener: Listener
  readonly delivery: Delivery
  readonly housekeeping: readonly Pick<Periodic, 'start' | 'stop'>[]
  readonly notifications: NotificationListener | undefined
  readonly readers: readonly SourceReader[]
  readonly authenticator: Authenticator
  readonly activity: ActivityCounter
  readonly stopping: AbortController
  readonly node: Omit<ServiceNode, 'seenAt'>
  readonly slot: { readonly leave: () => void }
  readonly traces: Traces | undefined
}

async function start(services: Services, leavePort?: () => Promise<number>): Promise<string> {
  const {
    store,
    cluster,
    clock,
    config,
    log,
    listener,
    delivery,
    housekeeping,
    notifications,
    readers,
    node,
  } = services
  if (!cluster.isShared) {
    const reclaimed = await reclaimAll(store, clock)
    if (reclaimed > 0) log.info({ count: reclaimed }, 'deliveries.recovered_at_start')
  }
  await warnOfOutdatedMatches(store, clock.now(), log)
  const { host } = config.listen
  const port = (await leavePort?.()) ?? config.listen.port
  const origin = await listener.listen({ host, port })
  // A failure is repeated soon.
  await cluster.see({ ...node, seenAt: clock.now() }).catch(() => undefined)
  notifications?.start()
  if (delivers(config.role)) delivery.dispatcher.start()
  for (const service of [...housekeeping, ...readers]) service.start()
  return `${origin}${config.basePath}`
}

async function stop(services: Services): Promise<void> {
  const {
    store,
    cluster,
    clock,
    listener,
    delivery,
    housekeeping,
    notifications,
    authenticator,
    activity,
    node,
  } = services
  services.stopping.abort()
  // Gives current requests time to end, then cuts their connections.
  const cancel = clock.after(REQUESTS_END_MS_MAX, () => listener.cutOff())
  await listener.stop()
  cancel()
  await Promise.all(services.readers.map((reader) => reader.stop()))
  for (const service of housekeeping) await service.stop()
  await notifications?.stop()
  await delivery.stop()
  await services.traces?.stop()
  // Released deliveries are due on other nodes.
  cluster.notify('work')
  await authenticator.flush().catch(() => undefined)
  await activity.write().catch(() => undefined)
  // If this fails, the others find out.
  await cluster.leave(node.id).catch(() => undefined)
  services.slot.leave()
  await store.close()
}

interface DeliveryDeps {
  readonly config: Config
  readonly opened: OpenedStore
  readonly longWork: LongWork
  readonly chance: Chance
  readonly log: Log
  readonly targets: TargetRules
  readonly metrics: Metrics
  readonly traces: Traces | undefined
  readonly nodeId: string
  readonly activity: ActivityCounter
  readonly isIdle: () => boolean
}

function createDeliveryOf({ config, opened, metrics, activity, ...parts }: DeliveryDeps): Delivery {
  const { cluster, clockSteps } = opened
  return createDelivery({
    ...config,
    ...opened,
    ...parts,
    findProxy: createProxyRules(config.proxy, config.directTargets),
    version: VERSION,
    clockJump: () => clockSteps.clockJump,
    ...deliveryCounters({ metrics, activity }),
    onReleased: () => metrics.countReleased(),
    onUnreadable: (because) => opened.damage.noteLoss(because),
    // Other nodes may have capacity.
    onFull: () => cluster.notify('work'),
  })
}

function describeNode({ config, clock, chance }: Pick<ApiParts, 'config' | 'clock' | 'chance'>) {
  return {
    id: chance.bytes(6).toString('hex'),
    host: hostname(),
    role: config.role,
    version: VERSION,
    startedAt: clock.now(),
  }
}

/** Creates the pollers; a node that does not deliver leaves them to others. */
function createReaders({
  config,
  node,
  ...parts
}: Pick<
  ApiParts,
  'config' | 'node' | 'store' | 'clock' | 'chance' | 'log' | 'intake'
>): readonly SourceReader[] {
  if (!delivers(config.role)) return []
  const reader = createReportReader(() => parts.clock.now())
  return createSourceReaders(config.sources, {
    ...parts,
    reader,
    retentionMs: config.retentionMs,
    nodeId: node.id,
  })
}
