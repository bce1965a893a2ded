import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../../test/simulation/random.ts'
import type { Change, Track } from './tracks.ts'

/** Times for which a condition stays on or off: from less than a push to more than what a promise is cut to. */
const STAYS_MS = [8_000, 20_000, 45_000, 100_000, 200_000] as const

/** Conditions that go on and off by chance, for Prometheus to scrape. They are the truth of the chain. */
export class Conditions {
  readonly #server: Server
  readonly #tracks = new Map<string, Change[]>()
  readonly #timers = new Map<string, NodeJS.Timeout>()

  private constructor(names: readonly string[]) {
    for (const name of names) this.#tracks.set(name, [])
    this.#server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/plain; version=0.0.4')
      const lines = names.map((name) => `condition{name="${name}"} ${Number(this.#isOn(name))}`)
      response.end(`# TYPE condition gauge\n${lines.join('\n')}\n`)
    })
  }

  static async start(names: readonly string[]): Promise<Conditions> {
    const conditions = new Conditions(names)
    conditions.#server.listen(0, '127.0.0.1')
    await once(conditions.#server, 'listening')
    return conditions
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get tracks(): ReadonlyMap<string, Track> {
    return this.#tracks
  }

  /** Lets each of them flap on its own. */
  flap(random: Random): void {
    for (const name of this.#tracks.keys()) this.#wait(name, random, random.integer(0, 10_000))
  }

  /** Raises all of them, and ends their flapping. */
  begin(): void {
    this.#stopFlapping()
    for (const name of this.#tracks.keys()) if (!this.#isOn(name)) this.#turn(name)
  }

  /** Lets each of them change every 9 to 11 seconds, in which every replica sees it. */
  flapFast(): void {
    for (const [index, name] of [...this.#tracks.keys()].entries()) {
      const timer = setInterval(() => this.#turn(name), 9_000 + index * 200)
      this.#timers.set(name, timer)
    }
  }

  /** Ends all of them, and their flapping. */
  end(): void {
    this.#stopFlapping()
    for (const name of this.#tracks.keys()) if (this.#isOn(name)) this.#turn(name)
  }

  async stop(): Promise<void> {
    this.end()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #stopFlapping(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #wait(name: string, random: Random, ms: number): void {
    const turn = () => {
      this.#turn(name)
      this.#wait(name, random, random.pick(STAYS_MS) + random.integer(0, 5_000))
    }
    this.#timers.set(name, setTimeout(turn, ms))
  }

  #turn(name: string): void {
    this.#tracks.get(name)?.push({ at: Date.now(), isOn: !this.#isOn(name) })
  }

  #isOn(name: string): boolean {
    return this.#tracks.get(name)?.at(-1)?.isOn ?? false
  }
}
