import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Receivers at several addresses of this machine, all at one port, each responding with its address: what is
 * called, and what is not, can be seen. On Linux all of 127.0.0.0/8 is this machine.
 */
export class Neighbours {
  /** The addresses at which connections and requests came in, in their order. */
  readonly connected: string[] = []
  readonly called: string[] = []
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  keepConnections = true
  /** If set, every response is a redirect to there, with this status. */
  redirect: { readonly status: number; readonly location: string } | undefined
  readonly #servers: Server[] = []
  #openCount = 0

  static async start(addresses: readonly string[]): Promise<Neighbours> {
    const neighbours = new Neighbours()
    for (const address of addresses) await neighbours.#listen(address)
    return neighbours
  }

  get port(): number {
    const address = this.#servers[0]?.address() as AddressInfo | undefined
    return address?.port ?? 0
  }

  /** Connections that are open now. */
  get openCount(): number {
    return this.#openCount
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  async #listen(address: string): Promise<void> {
    const server = createServer((request, response) => {
      this.called.push(address)
      this.requests.push({ path: request.url ?? '', headers: request.headers })
      if (!this.keepConnections) response.setHeader('Connection', 'close')
      if (this.redirect) response.writeHead(this.redirect.status, { Location: this.redirect.location })
      request.resume().on('end', () => response.end(address))
    })
    server.on('connection', (socket) => {
      this.connected.push(address)
      this.#openCount += 1
      socket.on('close', () => (this.#openCount -= 1))
    })
    await new Promise<void>((resolve, reject) => {
      // A machine without IPv6 has no ::1; nobody can be called there then.
      server.once('error', (error) => (address === '::1' ? resolve() : reject(error)))
      server.listen(this.port, address, resolve)
    })
    this.#servers.push(server)
  }
}
