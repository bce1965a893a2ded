import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 200
const RESPONSE_MS_MAX = 10_000
/** The longest pause before a retry: decent senders wait as long as they are asked to, but not for ever. */
const RETRY_MS_MAX = 5_000
const ALERTS = 20

export interface MonitorFact {
  readonly taken: number
  /** Refused with 503 or 429, and sent again. */
  readonly putOff: number
  /** Without a response in time, and sent again. */
  readonly unanswered: number
  /** Taken, and a notification of it came to the receiver. */
  readonly delivered: number
  /** The longest time from the first try of one alert to its acceptance. */
  readonly takenMsMax: number
}

/**
 * A monitor and a receiver as they should be, in the middle of it: one alert after the other, each until it is taken.
 */
export class DecentMonitor {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #receiver: Server
  readonly #received = new Set<number>()
  readonly #taken = new Set<number>()
  readonly #stopping = new AbortController()
  #putOff = 0
  #unanswered = 0
  #takenMsMax = 0
  #running: Promise<void> | undefined

  constructor() {
    this.#receiver = createServer((incoming, response) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        this.#received.add(Number(Buffer.concat(chunks).toString()))
        response.end()
      })
    })
  }

  /** Where it wants to be notified, with a template that is nothing but `%CurrentValue%`. */
  async listen(): Promise<string> {
    this.#receiver.listen(0, '127.0.0.1')
    await once(this.#receiver, 'listening')
    return `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/`
  }

  start(port: number, token: string): void {
    this.#running ??= this.#run(port, token)
  }

  /** Sends no more, and waits until all that was taken has been delivered, for so long at the most. */
  async stop(deliveredMsMax: number): Promise<MonitorFact> {
    this.#stopping.abort()
    await this.#running
    const giveUpAt = performance.now() + deliveredMsMax
    while (this.#deliveredCount() < this.#taken.size && performance.now() < giveUpAt) await wait(100)
    this.close()
    return this.fact()
  }

  close(): void {
    this.#stopping.abort()
    this.#agent.destroy()
    this.#receiver.close()
    this.#receiver.closeAllConnections()
  }

  fact(): MonitorFact {
    return {
      taken: this.#taken.size,
      putOff: this.#putOff,
      unanswered: this.#unanswered,
      delivered: this.#deliveredCount(),
      takenMsMax: this.#takenMsMax,
    }
  }

  #deliveredCount(): number {
    return [...this.#taken].filter((sequence) => this.#received.has(sequence)).length
  }

  async #run(port: number, token: string): Promise<void> {
    const { signal } = this.#stopping
    for (let sequence = 0; !signal.aborted; sequence += 1) {
      const startedAt = performance.now()
      let isTaken = false
      while (!isTaken && !signal.aborted) isTaken = await this.#send({ port, token, sequence })
      if (!signal.aborted) this.#takenMsMax = Math.max(this.#takenMsMax, performance.now() - startedAt)
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #send({ port, token, sequence }: Sending): Promise<boolean> {
    const response = await post(this.#agent, { port, token, sequence })
    if (response === undefined) this.#unanswered += 1
    else if (response.status === 200) this.#taken.add(sequence)
    else this.#putOff += 1
    if (response?.status === 200) return true
    const retryMs = Math.min(RETRY_MS_MAX, (response?.retryAfterSeconds ?? 1) * 1000)
    await wait(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    return false
  }
}

interface Sending {
  readonly port: number
  readonly token: string
  readonly sequence: number
}

interface Posted {
  readonly status: number
  readonly retryAfterSeconds: number
}

function post(agent: Agent, { port, token, sequence }: Sending): Promise<Posted | undefined> {
  const body = JSON.stringify({
    key: `decent ${sequence % ALERTS}`,
    name: 'Replication lag',
    state: Math.floor(sequence / ALERTS) % 2 === 0 ? 'high' : 'cleared',
    current_value: sequence,
  })
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        port,
        method: 'POST',
        path: '/v1/alerts',
        headers: {
          'x-auth-token': token,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
        signal: AbortSignal.timeout(RESPONSE_MS_MAX),
      },
      (response) => {
        response.resume()
        response.on('error', () => resolve(undefined))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfterSeconds: Number(response.headers['retry-after'] ?? 1),
          }),
        )
      },
    )
    outgoing.on('error', () => resolve(undefined))
    outgoing.end(body)
  })
}
