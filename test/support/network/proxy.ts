import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Identity } from './certificates.ts'

export interface ProxiedRequest {
  readonly method: string
  /** What the proxy was asked for: `receiver.example:443`, or a whole URL. */
  readonly target: string
  readonly host: string | undefined
  readonly authorization: string | undefined
}

export interface ProxyOptions {
  /** Set: it uses TLS itself. */
  readonly identity?: Identity
  /** `user:password`; everything else gets 407. */
  readonly credentials?: string
  /** The status that it sends instead of doing its work; null: nothing ever. */
  readonly response?: number | null
}

/**
 * A real proxy on the loopback address, with CONNECT for tunnels and the absolute form for plain HTTP. Every name
 * stands for 127.0.0.1 there: receivers are reached under names that nobody else knows.
 */
export class TestProxy {
  readonly requests: ProxiedRequest[] = []
  readonly #options: ProxyOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(options: ProxyOptions) {
    this.#options = options
    const { identity } = options
    this.#server = identity
      ? createTlsServer({ cert: identity.certificate, key: identity.key })
      : createServer()
    this.#server.on('request', (request, response) => this.#forward(request, response))
    this.#server.on('connect', (request, socket: Socket) => this.#tunnel(request, socket))
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(options: ProxyOptions = {}): Promise<TestProxy> {
    const proxy = new TestProxy(options)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** That are open now, from its clients. */
  get connectionCount(): number {
    return this.#sockets.size
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Keeps the request; gives the status of a refusal, null to say nothing at all, undefined to go on. */
  #validate(request: IncomingMessage): number | null | undefined {
    const authorization = request.headers['proxy-authorization']
    const { method = '', url: target = '' } = request
    this.requests.push({ method, target, host: request.headers.host, authorization })
    const { credentials, response } = this.#options
    const isKnown =
      credentials === undefined || authorization === `Basic ${Buffer.from(credentials).toString('base64')}`
    return isKnown ? response : 407
  }

  #tunnel(request: IncomingMessage, client: Socket): void {
    client.on('error', () => undefined)
    const refusal = this.#validate(request)
    // Only who reads sees that the other side has gone.
    if (refusal === null) return void client.resume().on('end', () => client.destroy())
    if (refusal !== undefined) {
      return void client.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 7\r\n\r\nrefused`)
    }
    const port = Number(request.url?.split(':').at(-1))
    const receiver = connect({ host: '127.0.0.1', port }, () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n')
      receiver.pipe(client).pipe(receiver)
    })
    receiver.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'))
    receiver.on('close', () => client.destroy())
    client.on('close', () => receiver.destroy())
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#validate(request)
    if (refusal === null) return
    if (refusal !== undefined) return void response.writeHead(refusal).end('refused')
    const { hostname: _name, port, pathname, search } = new URL(request.url ?? '')
    const { 'proxy-authorization': _secret, ...headers } = request.headers
    const forwarded = httpRequest(
      { host: '127.0.0.1', port, path: pathname + search, method: request.method ?? '', headers },
      (received) => received.pipe(response.writeHead(received.statusCode ?? 500, received.headers)),
    )
    forwarded.on('error', () => response.writeHead(502).end('no receiver'))
    request.pipe(forwarded)
  }
}
