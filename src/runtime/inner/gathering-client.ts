import type { Writable } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { usePasswordFile } from './password-file.ts'

/** Members that the driver's types lack. */
interface Connection {
  readonly stream: Writable
  query(text: string): void
  sync(): void
}

interface Handlers {
  _handleCommandComplete(message: unknown): void
  _handleErrorMessage(message: unknown): void
  _handleReadyForQuery(message: unknown): void
}

/** Statements that share a response. `left`: prepared statements still to complete; 0 for a simple query. */
interface Group {
  left: number
}

const driver = Client.prototype as unknown as Handlers

/** The error of a statement after a failed one, in PostgreSQL's words. */
class SkippedError extends Error {
  readonly code = '25P02'

  constructor() {
    super('an earlier statement of the same round trip has failed')
  }
}

/**
 * Sends the statements of one tick together: alone, each costs system calls and wake-ups on both sides.
 * Statements after a failed one are not carried out, not even COMMIT.
 */
export class GatheringClient extends Client {
  readonly #connection: Connection
  readonly #sync: () => void
  readonly #groups: Group[] = []
  #isGathering = false
  #gathered = 0

  constructor(config?: string | ClientConfig) {
    super(config)
    usePasswordFile(this)
    const { connection } = this as unknown as { readonly connection: Connection }
    this.#connection = connection
    this.#sync = connection.sync.bind(connection)
    const sendSimple = connection.query.bind(connection)
    connection.sync = () => {
      this.#gather()
      this.#gathered += 1
    }
    connection.query = (text) => {
      this.#endGroup()
      this.#groups.push({ left: 0 })
      sendSimple(text)
    }
    // A method would have to repeat each overload of the driver's.
    this.query = ((...given: readonly unknown[]) => {
      this.#gather()
      return Reflect.apply(Client.prototype.query, this, given)
    }) as Client['query']
  }

  #gather(): void {
    if (this.#isGathering) return
    const { stream } = this.#connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#endGroup()
      stream.uncork()
    })
  }

  #endGroup(): void {
    if (this.#gathered === 0) return
    this.#groups.push({ left: this.#gathered })
    this.#gathered = 0
    this.#sync()
  }

  protected _handleCommandComplete(message: unknown): void {
    driver._handleCommandComplete.call(this, message)
    this.#passOn()
  }

  protected _handleErrorMessage(message: unknown): void {
    driver._handleErrorMessage.call(this, message)
    while (this.#passOn()) driver._handleErrorMessage.call(this, new SkippedError())
  }

  protected _handleReadyForQuery(message: unknown): void {
    this.#groups.shift()
    driver._handleReadyForQuery.call(this, message)
  }

  /** Returns true if the next of the group follows. After the last, the server says that it is ready. */
  #passOn(): boolean {
    const [group] = this.#groups
    if (!group || group.left <= 1) return false
    group.left -= 1
    driver._handleReadyForQuery.call(this, { status: this.getTransactionStatus() })
    return true
  }
}
