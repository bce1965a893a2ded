import type { ServerResponse } from 'node:http'
import type { Random } from '../../../test/simulation/random.ts'
import { Receiver, type ReceivedRequest } from '../../../test/support/network/receiver.ts'
import type { Ledger } from '../promises/ledger.ts'

/** The payload of each change; `ReceivedBody` reads it. */
export const PAYLOAD_TEMPLATE = '{"key": "%AlertName%", "number": "%CurrentValue%"}'

interface ReceivedBody {
  readonly key: string
  readonly number: string
}

/** How it responds, by chance; all else gets 200 at once. */
const REFUSED_SHARE = 0.05
const SLOW_SHARE = 0.1
const SLOW_MS_MAX = 40

/** Notes everything it receives in a ledger, and is at times slow, at times ill. */
export class LedgerReceiver {
  ledger: Ledger
  /** From now on every response is 200, and comes at once. */
  isHealthy = false
  readonly #receiver: Receiver
  readonly #random: Random
  readonly #timers = new Set<NodeJS.Timeout>()

  private constructor(receiver: Receiver, ledger: Ledger, random: Random) {
    this.#receiver = receiver
    this.ledger = ledger
    this.#random = random
  }

  /** On this port, if one is given: that of a receiver that there was before. */
  static async start(ledger: Ledger, random: Random, port = 0): Promise<LedgerReceiver> {
    const receiver = await Receiver.start(port)
    const noting = new LedgerReceiver(receiver, ledger, random)
    receiver.alwaysRespondsWith((request, response) => noting.#receive(request, response))
    return noting
  }

  get url(): string {
    return this.#receiver.url
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  /** Waits until all has arrived that a service sent before it was killed: what comes then is of its next life. */
  async receivedLastRequests(): Promise<void> {
    await this.#receiver.alone()
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#receiver.stop()
  }

  #receive({ path, headers, body }: ReceivedRequest, response: ServerResponse): void {
    // It keeps what it got, and would keep it for a thousand power cuts.
    this.#receiver.requests.length = 0
    const { key, number } = JSON.parse(body) as ReceivedBody
    const received: Ledger['received'][number] = {
      webhook: path.slice(1),
      id: String(headers['webhook-id']),
      key,
      number: Number(number),
      life: this.ledger.life,
      atMs: Date.now(),
      acceptedAtMs: undefined,
    }
    this.ledger.received.push(received)
    const accept = () => {
      received.acceptedAtMs = Date.now()
      response.end()
    }
    if (this.isHealthy) accept()
    else if (this.#random.happens(REFUSED_SHARE)) {
      response.statusCode = 503
      response.end()
    } else if (this.#random.happens(SLOW_SHARE)) this.#later(accept)
    else accept()
  }

  #later(accept: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        accept()
      },
      this.#random.integer(1, SLOW_MS_MAX),
    )
    this.#timers.add(timer)
  }
}
