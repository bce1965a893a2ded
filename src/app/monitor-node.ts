import { SharedReading } from '../api/routes/shared-reading.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import { warnOfFewDescriptors } from '../monitoring/descriptors.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { delivers, type ServiceNode } from '../domain/overview/node.ts'
import { describeStoredMatches } from '../domain/matching/match-warnings.ts'
import type { QueuesSummary } from '../domain/overview/backlog.ts'
import { problemsOf, type Fault, type HealthProblem } from '../domain/health-problem.ts'
import { Refusals } from '../intake/intake-limits.ts'
import type { Log } from '../telemetry/log.ts'
import { MemoryGuard } from '../monitoring/memory-guard.ts'
import { Metrics } from '../telemetry/metrics.ts'
import type { OpenedStore } from './open-store.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { Backlog } from '../storage/store.ts'
import { VERSION } from '../runtime/version.ts'
import { ActivityCounter } from '../housekeeping/activity-counter.ts'
import { readStoredMatches } from '../housekeeping/stored-matches.ts'
import { NotificationCounter } from '../housekeeping/count-open-notifications.ts'
import { OpenIntake } from '../housekeeping/open-intake.ts'

interface MetricsDeps {
  readonly problems: () => Promise<readonly HealthProblem[]>
  readonly damageCount: () => number
  readonly backlog: SharedReading<Backlog>
  readonly cluster: Cluster
  readonly clock: Clock
  readonly memory: MemoryGuard
  readonly inFlightCount: () => number
  readonly openNotifications: Pick<NotificationCounter, 'current'>
  readonly config: Pick<Config, 'sources'>
}

/** Creates the metrics, which are read at each scrape. */
export function createMetrics({
  backlog,
  cluster,
  clock,
  inFlightCount,
  openNotifications,
  ...deps
}: MetricsDeps): Metrics {
  return new Metrics({
    version: VERSION,
    sources: deps.config.sources.map(({ name }) => name),
    clock,
    inFlightCount,
    readBacklog: () => backlog.get(),
    connections: () => cluster.connections(),
    memory: deps.memory,
    sentReceiverStates: () => openNotifications.current.count,
    problems: deps.problems,
    damageCount: deps.damageCount,
  })
}

/** Matchers seldom change, and reading all costs more than a count. */
const MATCHES_FRESH_MS = 5_000

interface WatchDeps {
  readonly config: Config
  readonly opened: Pick<OpenedStore, 'store' | 'clock' | 'clockSteps' | 'damage' | 'freshTime'>
  readonly log: Log
  readonly node: Pick<ServiceNode, 'id'>
  /** This machine's clock, even if everything else uses the server's. */
  readonly machineClock: Clock
  readonly runsLong: boolean
  /** Returns the delivery, which is created later. */
  readonly delivery: () => Delivery
}

/** Watches the node: counts and remembers facts for status, overview and metrics. */
export function watchOver({ config, opened, log, node, machineClock, runsLong, delivery }: WatchDeps) {
  const { store, clock, damage } = opened
  warnOfFewDescriptors(config, log)
  const shared = { name: 'The database', freshMs: 1_000, limitMs: 2_000, clock }
  const backlog = new SharedReading({ ...shared, read: () => store.countBacklog(clock.now()) })
  const queues = new SharedReading({ ...shared, read: () => store.summariseQueues(clock.now()) })
  const matches = new SharedReading({
    ...shared,
    freshMs: MATCHES_FRESH_MS,
    read: async () => describeStoredMatches(await readStoredMatches(store, clock.now())),
  })
  const loop = {
    // A node that does not deliver has no loop that could stall.
    isAlive: () => !delivers(config.role) || delivery().dispatcher.isAlive(),
    unclaimed: () => delivery().dispatcher.unclaimed,
    exhaustion: () => delivery().exhaustion(),
  }
  const facts = {
    ...loop,
    damage: () => damage.current,
    clock,
    summariseQueues: () => queues.get(),
    findMatchers: () => matches.get(),
  }
  return {
    activity: new ActivityCounter({ store, clock, node: node.id }),
    refusals: new Refusals({ clock, log }),
    backlog,
    loop,
    problems: () => findProblems(facts),
    damageCount: () => damage.count,
    // Reading the clock detects steps.
    memory: new MemoryGuard({ clock: machineClock, log, runsLong, onCheck: () => void clock.now() }),
    openIntake: new OpenIntake(opened),
    openNotifications: new NotificationCounter({
      store,
      log,
      openNotificationsMax: config.openNotificationsMax,
    }),
    stopping: new AbortController(),
  }
}

export interface ProblemsDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly isAlive: () => boolean
  readonly unclaimed: () => Fault | undefined
  readonly exhaustion: () => Fault | undefined
  readonly damage: () => Fault | undefined
  readonly summariseQueues: () => Promise<Pick<QueuesSummary, 'oldestDueAt' | 'rejectingWebhooks'>>
  readonly findMatchers: () => Promise<string | undefined>
}

/** Finds what is wrong with a working node, for display. Never rejects. */
async function findProblems(deps: ProblemsDeps): Promise<readonly HealthProblem[]> {
  // Readiness probes and the reconnection report a database that does not respond.
  const [queues, matchers] = await Promise.all([
    deps.summariseQueues().catch(() => ({ oldestDueAt: null, rejectingWebhooks: 0 })),
    deps.findMatchers().catch(() => undefined),
  ])
  return problemsOf({
    now: deps.clock.now(),
    isAlive: deps.isAlive(),
    unclaimed: deps.unclaimed(),
    exhaustion: deps.exhaustion(),
    damage: deps.damage(),
    ...queues,
    matchers,
  })
}
