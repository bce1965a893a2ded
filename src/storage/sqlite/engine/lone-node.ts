import type { ServiceNode } from '../../../domain/overview/node.ts'
import type { Cluster } from '../../cluster.ts'

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
