import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { eventually } from './eventually.ts'

/**
 * A connection on which a test says what it likes. However it ends, by a reset too, is told and never thrown; at the end of
 * the test it is closed, however that ends.
 */
export class RawConnection {
  readonly socket: Socket
  /** Resolves when it is closed, by whomever. */
  readonly closed: Promise<void>
  #text = ''

  private constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.setEncoding('utf8')
    this.socket.on('data', (chunk: string) => (this.#text += chunk))
    // A server may close on those who send too much, or who never end: `close` follows.
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()))
  }

  static async open(url: string, test: Pick<TestContext, 'after'>): Promise<RawConnection> {
    const connection = new RawConnection(url)
    test.after(() => void connection.socket.destroy())
    await eventually('connected', () => !connection.socket.connecting)
    return connection
  }

  /** All that has come so far. */
  get text(): string {
    return this.#text
  }

  /** The head and the body of a request; each line of the head on its own. */
  send(lines: readonly string[], body = ''): void {
    this.socket.write([...lines, '', body].join('\r\n'))
  }
}
