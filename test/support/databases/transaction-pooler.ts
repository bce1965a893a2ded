import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * A connection pooler in transaction mode, as strict as one can be: a client has a server connection from the first
 * message of a transaction to its end, then gets another one; so whatever it left in the session (prepared
 * statements, LISTEN, SET) is gone, or somebody else's. It knows nothing of names of statements.
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html)
 */
export class TransactionPooler {
  readonly #listener: Server
  readonly #target: URL
  readonly #size: number
  readonly #clients = new Set<PooledClient>()
  readonly #servers = new Set<PooledServer>()
  readonly #free: PooledServer[] = []
  readonly #waiting: PooledClient[] = []
  /** How often a client was given a server connection. */
  transactionCount = 0

  private constructor(target: URL, size: number, listener: Server) {
    this.#target = target
    this.#size = size
    this.#listener = listener
    listener.on('connection', (socket) => {
      const client = new PooledClient(socket, this)
      this.#clients.add(client)
    })
  }

  /** For the database of that address, with so many connections to it. */
  static async start(url: string, size = 3): Promise<TransactionPooler> {
    const listener = createServer({ noDelay: true })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return new TransactionPooler(new URL(url), size, listener)
  }

  get url(): string {
    const address = this.#listener.address()
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return url.href
  }

  async stop(): Promise<void> {
    for (const { socket } of [...this.#clients, ...this.#servers]) socket.destroy()
    this.#listener.close()
    await once(this.#listener, 'close')
  }

  /** A server connection for one transaction, now or when one is free; the longest unused first. */
  ask(client: PooledClient): void {
    this.#waiting.push(client)
    if (this.#free.length === 0 && this.#servers.size < this.#size) {
      const server = new PooledServer(this.#target, this)
      this.#servers.add(server)
    }
    this.#match()
  }

  giveBack(server: PooledServer): void {
    this.#free.push(server)
    this.#match()
  }

  forget(gone: PooledClient | PooledServer): void {
    if (gone instanceof PooledClient) {
      this.#clients.delete(gone)
      remove(this.#waiting, gone)
    } else {
      this.#servers.delete(gone)
      remove(this.#free, gone)
    }
  }

  #match(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      this.transactionCount += 1
      this.#waiting.shift()!.take(this.#free.shift()!)
    }
  }
}

interface Message {
  readonly type: string
  readonly bytes: Buffer
}

class PooledClient {
  readonly socket: Socket
  readonly #pooler: TransactionPooler
  readonly #queue: Message[] = []
  #server: PooledServer | undefined
  /** Sent, and without ReadyForQuery yet. */
  #isResponding = false
  #hasAsked = false

  constructor(socket: Socket, pooler: TransactionPooler) {
    this.socket = socket
    this.#pooler = pooler
    readMessages(socket, {
      hasStartup: true,
      onStartup: (code) => this.#greet(code),
      onMessage: (message) => this.#receive(message),
    })
    socket.on('error', () => undefined)
    socket.on('close', () => this.#leave())
  }

  take(server: PooledServer): void {
    this.#hasAsked = false
    this.#server = server
    server.client = this
    this.#forward()
  }

  /** Everything that the server says goes on; at the end of a transaction it is given back. */
  arrive({ type, bytes }: Message): void {
    this.socket.write(bytes)
    if (type !== 'Z') return
    this.#isResponding = false
    if (String.fromCharCode(bytes[5] ?? 0) === 'I' && this.#server) {
      const server = this.#server
      this.#server = undefined
      server.client = undefined
      this.#pooler.giveBack(server)
    }
    this.#forward()
  }

  #greet(code: number): void {
    const SSL_REQUEST = 80_877_103
    if (code === SSL_REQUEST) return void this.socket.write('N')
    this.socket.write(
      Buffer.concat([
        frame('R', int32(0)),
        frame('S', Buffer.from('client_encoding\0UTF8\0')),
        frame('S', Buffer.from('server_version\x0018.0\0')),
        frame('K', Buffer.concat([int32(1), int32(1)])),
        frame('Z', Buffer.from('I')),
      ]),
    )
  }

  #receive(message: Message): void {
    if (message.type === 'X') return void this.socket.end()
    this.#queue.push(message)
    this.#forward()
  }

  /** Up to the next message that asks for a response, and no further before that response. */
  #forward(): void {
    if (this.#queue.length === 0 || this.#isResponding) return
    if (!this.#server) {
      if (!this.#hasAsked) {
        this.#hasAsked = true
        this.#pooler.ask(this)
      }
      return
    }
    while (this.#queue.length > 0 && !this.#isResponding) {
      const { type, bytes } = this.#queue.shift()!
      this.#server.socket.write(bytes)
      this.#isResponding = type === 'Q' || type === 'S'
    }
  }

  #leave(): void {
    this.#pooler.forget(this)
    // In the middle of a transaction: that one ends with its connection.
    this.#server?.socket.destroy()
  }
}

class PooledServer {
  readonly socket: Socket
  client: PooledClient | undefined

  constructor({ hostname, port, username, pathname }: URL, pooler: TransactionPooler) {
    this.socket = connect({ port: Number(port || 5432), host: hostname, noDelay: true })
    const words = ['user', username, 'database', pathname.slice(1), '', '']
    const startup = Buffer.concat([int32(196_608), Buffer.from(words.join('\0'))])
    this.socket.write(Buffer.concat([int32(startup.length + 4), startup]))
    let isReady = false
    readMessages(this.socket, {
      hasStartup: false,
      onMessage: (message) => {
        if (isReady) this.client?.arrive(message)
        else if (message.type === 'Z') {
          isReady = true
          pooler.giveBack(this)
        }
      },
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      pooler.forget(this)
      this.client?.socket.destroy()
    })
  }
}

interface Reading {
  /** The first messages of a client have no type. */
  readonly hasStartup: boolean
  readonly onStartup?: (code: number) => void
  readonly onMessage: (message: Message) => void
}

function readMessages(socket: Socket, { hasStartup, onStartup, onMessage }: Reading): void {
  let rest: Buffer = Buffer.alloc(0)
  let isStarting = hasStartup
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const typeLength = isStarting ? 0 : 1
      if (rest.length < typeLength + 4) return
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (!isStarting) {
        onMessage({ type: String.fromCharCode(bytes[0] ?? 0), bytes })
        continue
      }
      const code = bytes.readInt32BE(4)
      isStarting = code !== 196_608
      onStartup?.(code)
    }
  })
}

function frame(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function remove<Item>(list: Item[], item: Item): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}
