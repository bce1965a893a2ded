import { NODE_SEEN_EVERY_MS, type ServiceNode } from '../domain/overview/node.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { PeriodicTask } from './periodic.ts'

/** After two of them a node still counts as delivering (`WORDS_MISSED_MAX`). */
const IDLE_MS = 1.5 * NODE_SEEN_EVERY_MS

/** Keeps this node on the list of nodes, and removes killed ones. */
export function keepNode(
  cluster: Pick<Cluster, 'see'>,
  clock: Pick<Clock, 'now'>,
  node: Omit<ServiceNode, 'seenAt'>,
): PeriodicTask {
  return {
    name: 'nodes.removed',
    everyMs: NODE_SEEN_EVERY_MS,
    idleMs: IDLE_MS,
    step: () => cluster.see({ ...node, seenAt: clock.now() }),
  }
}

const MEASURED_EVERY_MS = 10_000
const MEASURED_IDLE_MS = 60_000

/** Measures the nodes' time repeatedly: clocks drift, and suspended machines wake up late. */
export function measureTime(measure: () => Promise<void>): PeriodicTask {
  return {
    name: 'nodes.time_measured',
    everyMs: MEASURED_EVERY_MS,
    idleMs: MEASURED_IDLE_MS,
    logsSteps: false,
    step: async () => {
      await measure()
      return 0
    },
  }
}
