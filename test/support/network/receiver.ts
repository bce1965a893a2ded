import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '../time/eventually.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void

/** The other end of the network: a real HTTP server on the loopback address that keeps what it gets. */
export class Receiver {
  readonly requests: ReceivedRequest[] = []
  readonly #server: Server
  readonly #next: Behaviour[] = []
  #otherwise: Behaviour = (_request, response) => response.end()

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  /** On a free port, unless it is to be one that another receiver had. */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.#server.listen(port, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next responses, in order; after them it is 200 again. */
  respondsWith(...respondsWith: readonly (number | Behaviour)[]): void {
    this.#next.push(...respondsWith.map(toBehaviour))
  }

  /** Every response from now on that `respondsWith` does not name. */
  alwaysRespondsWith(response: number | Behaviour): void {
    this.#otherwise = toBehaviour(response)
  }

  /** Waits until this many requests have come in all; gives them. */
  async received(count: number): Promise<readonly ReceivedRequest[]> {
    await eventually(
      () => `${count} requests at the receiver (there are ${this.requests.length})`,
      () => this.requests.length >= count,
    )
    return this.requests
  }

  /** Waits until nobody is connected: then all that a process sent that is gone has been received. */
  async alone(): Promise<void> {
    const count = () =>
      new Promise<number>((resolve) =>
        this.#server.getConnections((_error, connections) => resolve(connections)),
      )
    await eventually('nobody is connected to the receiver', async () => (await count()) === 0)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    this.requests.push(received)
    const behave = this.#next.shift() ?? this.#otherwise
    behave(received, response)
  }
}

function toBehaviour(status: number | Behaviour): Behaviour {
  if (typeof status === 'function') return status
  return (_request, response) => {
    response.statusCode = status
    response.end()
  }
}
