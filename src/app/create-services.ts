import type { FastifyInstance } from 'fastify'
import { useCertificate } from '../api/server/tls-listener.ts'
import type { SharedReading } from '../api/routes/shared-reading.ts'
import type { Boot, Clock } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import { delivers, servesApi, type ServiceNode } from '../domain/overview/node.ts'
import type { Log } from '../telemetry/log.ts'
import type { MemoryGuard } from '../monitoring/memory-guard.ts'
import type { OpenedStore } from './open-store.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { Backlog } from '../storage/store.ts'
import { type ActivityCounter, writeActivity } from '../housekeeping/activity-counter.ts'
import { countOpenNotifications, type NotificationCounter } from '../housekeeping/count-open-notifications.ts'
import { createHousekeeping, type HousekeepingDeps } from '../housekeeping/create-housekeeping.ts'
import type { IdleWatch } from '../housekeeping/idle-watch.ts'
import { keepClockWatermark } from '../housekeeping/follow-clock.ts'
import { keepNode, measureTime } from '../housekeeping/keep-node.ts'
import { keepOpen, type OpenIntake } from '../housekeeping/open-intake.ts'
import { Periodic } from '../housekeeping/periodic.ts'
import { type CertificatePair, watchCertificate } from '../housekeeping/watch-certificate.ts'

interface ServiceDeps extends HousekeepingDeps, NodeTaskDeps {
  readonly memory: MemoryGuard
  readonly certificate: CertificatePair | null
  readonly server: FastifyInstance
}

/** Creates the services beside requests and deliveries, in the order in which they stop. */
export function createServices(deps: ServiceDeps): readonly Pick<Periodic, 'start' | 'stop'>[] {
  const { config, log, clock, memory, certificate, server } = deps
  return [
    memory,
    ...(delivers(config.role) ? createHousekeeping(deps) : []),
    ...createNodeTasks(deps),
    ...watchCertificate(certificate, config, log, (pair) => useCertificate(server, pair)).map(
      (task) => new Periodic(task, { clock, log }),
    ),
  ]
}

interface NodeTaskDeps {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly node: Omit<ServiceNode, 'seenAt'>
  readonly log: Log
  readonly config: Config
  readonly activity: ActivityCounter
  readonly backlog: SharedReading<Backlog>
  readonly opened: Pick<OpenedStore, 'measureTime' | 'fileCheck' | 'store' | 'clockSteps'>
  readonly boot: Boot | undefined
  readonly openIntake: OpenIntake
  readonly memory: Pick<MemoryGuard, 'refusal'>
  readonly openNotifications: NotificationCounter
  readonly idle: IdleWatch
}

/** Creates the tasks of every node, whatever its role. */
function createNodeTasks({
  opened,
  cluster,
  clock,
  node,
  log,
  config,
  activity,
  backlog,
  boot,
  openIntake,
  memory,
  openNotifications,
  idle,
}: NodeTaskDeps): readonly Pick<Periodic, 'start' | 'stop'>[] {
  const readBacklog = delivers(config.role) ? () => backlog.get() : undefined
  const tasks = [
    keepNode(cluster, clock, node),
    writeActivity(activity, clock, readBacklog),
    countOpenNotifications(openNotifications),
    ...(opened.measureTime ? [measureTime(opened.measureTime)] : []),
    ...(boot ? [keepClockWatermark({ ...opened, clock, boot })] : []),
    ...(servesApi(config.role)
      ? [keepOpen(openIntake, { isRefusing: () => memory.refusal() !== undefined })]
      : []),
  ].map((task) => new Periodic(task, { clock, log, idle }))
  return opened.fileCheck ? [...tasks, opened.fileCheck] : tasks
}
