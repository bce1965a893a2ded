import type { NodeId } from '../domain/ids.ts'
import type { ServiceNode } from '../domain/overview/node.ts'

/**
 * Notifications between nodes: hints that may be lost or come too often. `work`: something is due that the notifier
 * does not deliver itself at once; `tokens`: some were made or revoked.
 */
export const NOTIFICATIONS = ['work', 'tokens'] as const

export type Notification = (typeof NOTIFICATIONS)[number]

/** The link between the processes that share a database. An SQLite file belongs to one: `createLoneNode`. */
export interface Cluster {
  readonly engine: { readonly name: 'SQLite' | 'PostgreSQL'; readonly version: string }
  /** Other processes may use the database at the same time. */
  readonly isShared: boolean

  /** Runs it while no other node runs such a thing: for what must happen once though many nodes start at one moment. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>

  /**
   * Says that this node is alive, and forgets nodes that have said nothing for `NODE_GONE_AFTER_MS`. Returns how many.
   * A node whose last word lies ahead, because the clock was set back since, counts as seen now.
   */
  see(node: ServiceNode): Promise<number>
  leave(nodeId: NodeId): Promise<void>
  /** Ordered by start. */
  listNodes(): Promise<readonly ServiceNode[]>

  /** Notifies the other nodes, soon and without a promise that it arrives. Cheap: often is as good as once. */
  notify(notification: Notification): void
  /** Returns the connections of this node to the database; undefined on SQLite. */
  connections(): ConnectionUse | undefined
}

export interface ConnectionUse {
  readonly open: number
  /** Open, and not in use. */
  readonly idle: number
  /** Calls that wait for one. */
  readonly waiting: number
}

/** A subscription to the notifications of other nodes. */
export interface NotificationListener {
  /** True while notifications arrive. */
  readonly isListening: boolean
  start(): void
  stop(): Promise<void>
}

/** The file belongs to one process: there is nobody to notify, and nobody to wait for. */
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
