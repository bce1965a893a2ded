import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** What went over the wire to a PostgreSQL server. */
export interface WireCount {
  /** Each statement of a simple query and each execution of a prepared one, BEGIN, SET and COMMIT included. */
  readonly statements: number
  /** How often the client waited for a response before it went on. */
  readonly roundTrips: number
}

/**
 * Stands between a client and a server and counts, by the messages alone
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html). Nothing is encrypted.
 */
export class WireCounter {
  readonly #listener: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #statements = 0
  #roundTrips = 0

  private constructor(target: URL, listener: Server) {
    this.#target = target
    this.#listener = listener
    listener.on('connection', (client) => this.#serve(client))
  }

  static async start(url: string): Promise<WireCounter> {
    const listener = createServer()
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return new WireCounter(new URL(url), listener)
  }

  /** Of the same database, by way of the counter. */
  get url(): string {
    const address = this.#listener.address()
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return url.href
  }

  /** Since the last time it was asked. */
  take(): WireCount {
    const taken = { statements: this.#statements, roundTrips: this.#roundTrips }
    this.#statements = 0
    this.#roundTrips = 0
    return taken
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#listener.close()
    await once(this.#listener, 'close')
  }

  #serve(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname)
    const messages = new Messages()
    let isResponded = true
    client.on('data', (bytes) => {
      if (isResponded) this.#roundTrips += 1
      isResponded = false
      for (const message of messages.add(bytes)) this.#statements += statementCount(message)
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      isResponded = true
      client.write(bytes)
    })
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}

interface Message {
  readonly type: string
  readonly body: Buffer
}

function statementCount({ type, body }: Message): number {
  if (type === 'E') return 1
  if (type !== 'Q') return 0
  const text = body.subarray(0, -1).toString()
  return text.split(';').filter((statement) => statement.trim() !== '').length
}

/** The messages of a client, whole, however they come in pieces. */
class Messages {
  #pieces: Buffer[] = []
  #length = 0
  /** So many bytes are needed before the next message can be whole. */
  #needed = 0
  /** The first has no type. */
  #isStarted = false

  add(piece: Buffer): readonly Message[] {
    this.#pieces.push(piece)
    this.#length += piece.length
    const messages: Message[] = []
    if (this.#length < this.#needed) return messages
    let bytes = Buffer.concat(this.#pieces)
    for (;;) {
      const start = this.#isStarted ? 1 : 0
      const end = bytes.length < start + 4 ? start + 4 : start + bytes.readUInt32BE(start)
      if (bytes.length < end) {
        this.#needed = end
        break
      }
      const type = this.#isStarted ? String.fromCharCode(bytes[0] ?? 0) : 'startup'
      messages.push({ type, body: bytes.subarray(start + 4, end) })
      bytes = bytes.subarray(end)
      this.#isStarted = true
    }
    this.#pieces = [bytes]
    this.#length = bytes.length
    return messages
  }
}
