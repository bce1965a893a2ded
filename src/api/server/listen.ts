import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { SOCKET_OPTIONS } from './server.ts'

/**
 * Connections that the operating system holds for us until they are taken (it may allow fewer:
 * `net.core.somaxconn`). Beyond it, those who connect get no response and try again after 1, 3 and 7 seconds,
 * whatever they want: with the 511 of Node.js half of all probes waited like that when 500 connections came at
 * once.
 */
export const BACKLOG_MAX = 4_096

export interface Address {
  readonly host: string
  readonly port: number
}

/** `SO_REUSEPORT` (socket(7)): the system deals out connections among the sockets. */
const SHARED = { reusePort: true }

/**
 * The sockets at which a server is reached. Node.js takes one new connection of each in a tick of its event loop;
 * with a single one, and ticks that are long, a thousand clients who come at once wait for a minute, and every
 * probe after them.
 */
export class Listener {
  readonly #server: FastifyInstance
  readonly #socketCount: number
  readonly #others: Server[] = []

  constructor(server: FastifyInstance, socketCount: number) {
    this.#server = server
    this.#socketCount = socketCount
  }

  /** `http://host:port`. Throws if the address is taken, or is not one of this machine. */
  async listen({ host, port }: Address): Promise<string> {
    // Elsewhere sockets that share an address do not share its connections.
    const isShared = process.platform === 'linux'
    // With shared sockets the system would let two services have the same address, and each half of the clients.
    if (isShared && port !== 0) await close(await bind({ host, port }))
    const origin = await this.#server.listen({ host, port, backlog: BACKLOG_MAX, ...(isShared && SHARED) })
    if (isShared) await this.#listenBeside()
    return origin
  }

  /** Takes no more connections; resolves when those that were taken have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#others.map(close), this.#server.close()])
  }

  /** Cuts off all of them. */
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
