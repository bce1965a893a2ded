import type { Clock } from '../runtime/clock.ts'
import { NODE_SEEN_EVERY_MS, type ServiceNode } from '../domain/overview/node.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { PeriodicTask } from './periodic.ts'

/** Two of them still count as delivering (`WORDS_MISSED_MAX`). */
const IDLE_MS = 1.5 * NODE_SEEN_EVERY_MS

interface KeepNodeDeps {
  readonly cluster: Pick<Cluster, 'see'>
  readonly clock: Clock
  readonly node: Omit<ServiceNode, 'seenAt'>
}

/** Keeps this node on the list of nodes, and takes off it those that were killed. */
export function keepNode({ cluster, clock, node }: KeepNodeDeps): PeriodicTask {
  return {
    name: 'nodes.removed',
    everyMs: NODE_SEEN_EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: Infinity,
    step: () => cluster.see({ ...node, seenAt: clock.now() }),
  }
}
