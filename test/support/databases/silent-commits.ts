import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The statement of a lease as it is prepared: its name, and a part of it that no other statement has. */
const LEASE = /(tocsin\d+_[0-9a-f]+)\0[^\0]*leased_by = \$11/g

/**
 * A way to a PostgreSQL server on which the responses to leases can be lost: the server carries them out and
 * commits, and then the connection is gone.
 */
export class SilentCommits {
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  /** The names of prepared leases, which are the same on every connection. */
  readonly #names = new Set<string>()
  /** The number of the next leases whose response is lost. */
  toLose = 0
  lostCount = 0

  private constructor(listener: Server, target: URL) {
    this.#listener = listener
    listener.on('connection', (client) => this.#join(client, target))
  }

  static async start(url: string): Promise<{ readonly way: SilentCommits; readonly url: string }> {
    const listener = createServer({ noDelay: true })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    const through = new URL(url)
    through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return { way: new SilentCommits(listener, new URL(url)), url: through.href }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#listener.close()
    await once(this.#listener, 'close')
  }

  #isLease(sent: string): boolean {
    for (const [, name = ''] of sent.matchAll(LEASE)) this.#names.add(name)
    return [...this.#names].some((name) => sent.includes(name))
  }

  #join(client: Socket, target: URL): void {
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    let isSilent = false
    client.on('data', (bytes) => {
      if (this.#isLease(bytes.toString('latin1')) && this.toLose > 0 && !isSilent) {
        isSilent = true
        this.toLose -= 1
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!isSilent) return void client.write(bytes)
      // "C", its length, "COMMIT" and an end: the transaction is done.
      if (!bytes.includes('COMMIT\0')) return
      this.lostCount += 1
      client.destroy()
    })
  }
}
