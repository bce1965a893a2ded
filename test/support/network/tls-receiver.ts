import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Identity } from './certificates.ts'

export interface TlsRequest {
  /** Which of the connections it came on, from 0. */
  readonly connection: number
  /** Of the client's certificate; undefined: it showed none. */
  readonly client: string | undefined
  readonly serverName: string | undefined
  readonly isResumed: boolean
}

/** A receiver that uses TLS, on the loopback address. It responds with 200 with the `Host` it was asked for. */
export class TlsReceiver {
  readonly requests: TlsRequest[] = []
  readonly #server: Server
  readonly #sockets: TLSSocket[] = []

  constructor(options: ServerOptions) {
    this.#server = createServer(options, (request, response) => {
      const socket = request.socket as TLSSocket
      const client = socket.getPeerCertificate().subject as { readonly CN?: string } | undefined
      this.requests.push({
        connection: this.#sockets.indexOf(socket),
        client: client?.CN,
        serverName: (socket as TLSSocket & { readonly servername?: string }).servername || undefined,
        isResumed: socket.isSessionReused(),
      })
      request.resume().on('end', () => response.end(request.headers.host))
    })
    this.#server.on('secureConnection', (socket) => this.#sockets.push(socket))
  }

  static async start(identity: Identity, options: ServerOptions = {}): Promise<TlsReceiver> {
    const receiver = new TlsReceiver({ cert: identity.certificate, key: identity.key, ...options })
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many handshakes succeeded on this side. */
  get connectionCount(): number {
    return this.#sockets.length
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
