import type { NodeId } from '../domain/ids.ts'
import type { ServiceNode } from '../domain/overview/node.ts'

/**
 * Notifications between nodes, which may be lost or repeated. `work`: something is due; `tokens`: some were
 * created or revoked.
 */
export const NOTIFICATIONS = ['work', 'tokens'] as const

export type Notification = (typeof NOTIFICATIONS)[number]

/**
 * The link between the processes that share a database. An SQLite file belongs to one process:
 * `createLoneNode`.
 */
export interface Cluster {
  readonly engine: { readonly name: 'SQLite' | 'PostgreSQL'; readonly version: string }
  readonly isShared: boolean

  /** Runs `work` while no other node does: for what must happen once though nodes start together. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>

  /**
   * Reports this node as alive, and forgets nodes silent for `NODE_GONE_AFTER_MS`. Returns how many. A node
   * last seen in the future, as after a step of the clock, counts as seen now.
   */
  see(node: ServiceNode): Promise<number>
  leave(nodeId: NodeId): Promise<void>
  /** Lists nodes in the order of their start. */
  listNodes(): Promise<readonly ServiceNode[]>

  /** Notifies the other nodes soon; may be lost. Cheap, however often it is called. */
  notify(notification: Notification): void
  /** Returns undefined on SQLite. */
  connections(): ConnectionUse | undefined
}

export interface ConnectionUse {
  readonly open: number
  /** Open and not in use. */
  readonly idle: number
  readonly waiting: number
}

export interface NotificationListener {
  readonly isListening: boolean
  start(): void
  stop(): Promise<void>
}

/** The cluster of an SQLite file: no other process to notify or wait for. */
export function createLoneNode(version: string): Cluster {
  const nodes = new Map<string, ServiceNode>()
  return {
    engine: { name: 'SQLite', version },
    isShared: false,
    alone: (work) => work(),
    see: async (node) => {
      nodes.set(node.id, node)
      return 0
    },
    leave: async (nodeId) => void nodes.delete(nodeId),
    listNodes: async () => [...nodes.values()],
    notify: () => undefined,
    connections: () => undefined,
  }
}
