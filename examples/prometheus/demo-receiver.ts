import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What Tocsin calls: prints each request and remembers it. */
export class DemoReceiver {
  readonly #server: Server
  readonly #bodies: string[] = []

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.#print(request, await readBody(request))
      response.end()
    })
  }

  static async start(): Promise<DemoReceiver> {
    const receiver = new DemoReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  hasHeard(alert: string, state: string): boolean {
    return this.#bodies.some((text) => {
      const body = JSON.parse(text)
      return body.alert === alert && String(body.state).toLowerCase() === state
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #print(request: IncomingMessage, body: string): void {
    this.#bodies.push(body)
    const lines = [
      `${request.method} ${request.url}`,
      `webhook-id: ${request.headers['webhook-id']}`,
      '',
      ...body.split('\n'),
    ]
    console.log(lines.map((line) => `          | ${line}`).join('\n'))
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
