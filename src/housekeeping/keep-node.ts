import { NODE_SEEN_EVERY_MS, type ServiceNode } from '../domain/overview/node.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { PeriodicTask } from './periodic.ts'

/** Two of them still count as delivering (`WORDS_MISSED_MAX`). */
const IDLE_MS = 1.5 * NODE_SEEN_EVERY_MS

/** Keeps this node on the list of nodes, and takes off it those that were killed. */
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

/**
 * Clocks of machines drift apart, and a machine that was suspended wakes up late: the time of the nodes is measured
 * again and again.
 */
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
