import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SOCKET_OPTIONS } from './server.ts'

/**
 * Connections that the operating system queues (it may allow fewer: `net.core.somaxconn`). Clients beyond
 * it retry after 1, 3 and 7 s: at Node.js's 511 half of all probes did, when 500 connections came at once.
 */
export const BACKLOG_MAX = 4_096

export interface Address {
  readonly host: string
  readonly port: number
}

/** `SO_REUSEPORT` (socket(7)): the system distributes connections among the sockets. */
const SHARED = { reusePort: true }

/**
 * Listens on several sockets: Node.js accepts one connection per socket and tick, so with one socket and long ticks a
 * thousand clients, and later probes, would wait for a minute.
 */
export class Listener {
  readonly #server: FastifyInstance
  readonly #socketCount: number
  readonly #others: Server[] = []

  constructor(server: FastifyInstance, socketCount: number) {
    this.#server = server
    this.#socketCount = socketCount
  }

  /** Returns `http://host:port`. Throws if the address is taken, or foreign. */
  async listen({ host, port }: Address): Promise<string> {
    // Only Linux distributes connections among sockets with one address.
    const isShared = process.platform === 'linux'
    // Detects a second service: with shared sockets both would get half of the clients.
    if (isShared && port !== 0) await close(await bind({ host, port }))
    const origin = await this.#server.listen({ host, port, backlog: BACKLOG_MAX, ...(isShared && SHARED) })
    if (isShared) await this.#listenBeside()
    return origin
  }

  /** Accepts no more connections; resolves when the existing ones have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#others.map(close), this.#server.close()])
  }

  cutOff(): void {
    this.#server.server.closeAllConnections()
  }

  async #listenBeside(): Promise<void> {
    const { server } = this.#server
    const { address: host, port } = server.address() as AddressInfo
    while (this.#others.length < this.#socketCount - 1) {
      const other = await bind({ host, port, backlog: BACKLOG_MAX, ...SHARED })
      other.maxConnections = server.maxConnections
      other.on('connection', (socket) => server.emit('connection', socket))
      this.#others.push(other)
    }
  }
}

async function bind(address: Address & { readonly backlog?: number }): Promise<Server> {
  const server = createServer(SOCKET_OPTIONS)
  server.listen(address)
  await once(server, 'listening')
  return server
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
