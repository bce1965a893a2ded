import type { Writable } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { usePasswordFile } from './password-file.ts'

/** The members that the types of the driver leave out. */
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

/** Statements that share one result. Of prepared ones the number that is still to come; none for a simple one. */
interface Group {
  left: number
}

const driver = Client.prototype as unknown as Handlers

/** The error of a statement after a failed one, in the words of PostgreSQL. */
class SkippedError extends Error {
  readonly code = '25P02'

  constructor() {
    super('an earlier statement of the same round trip has failed')
  }
}

/**
 * The driver writes each statement by itself, and asks the server to respond at once. Here those that are sent in
 * one tick of the event loop leave together and get one response, which saves both sides the system calls and
 * wake-ups for each. What comes after a fault among them is not carried out, a COMMIT neither: whoever began a
 * transaction ends it then.
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
    // Not as a method: it would have to repeat each way in which the driver's can be called.
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

  /** True: the next in the group follows. After the last it is for the server to say that it is ready. */
  #passOn(): boolean {
    const [group] = this.#groups
    if (!group || group.left <= 1) return false
    group.left -= 1
    driver._handleReadyForQuery.call(this, { status: this.getTransactionStatus() })
    return true
  }
}
