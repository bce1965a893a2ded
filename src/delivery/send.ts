import type { Clock } from '../runtime/clock.ts'
import type { RequestResult } from '../domain/receiver/outcome.ts'
import type { FindProxy } from '../domain/target/proxy-rules.ts'
import type { TargetRules } from '../domain/target/target-address.ts'
import { Slots } from '../runtime/slots.ts'
import { Agents, type TakenAgent } from './connection/agents.ts'
import { toDispatch, type OutgoingRequest } from './dispatch-options.ts'
import { Exchange, type SendOptions } from './exchange.ts'
import type { Lookup } from './connection/lookup.ts'

export interface SenderDeps {
  readonly targets: Pick<TargetRules, 'checkAddress' | 'checkUrl'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /**
   * The number of connections per origin, at least that of requests that may be under way: a request that waits for a
   * connection wastes its deadline.
   */
  readonly connectionsPerOriginMax: number
  /** None unless it says so. */
  readonly findProxy?: FindProxy
  /** The machine's own way unless a test says otherwise. */
  readonly lookup?: Lookup
}

/**
 * Sends requests over kept connections, HTTP/1.1, one request at a time on each. Redirects are not followed: the new
 * address would not be the one that was checked, and the request must not travel to a host its owner never named.
 */
export class Sender {
  readonly #agents: Agents
  readonly #clock: SenderDeps['clock']
  readonly #findProxy: FindProxy
  readonly #underWay = new Slots<Exchange>()
  /** Nothing is sent any more. */
  #isEnding = false
  /** Functions to be called in the next tick. */
  #awaiting: (() => void)[] = []
  /** The exchange that is being dispatched right now: a connection that is opened meanwhile is opened for it. */
  #dispatching: Exchange | undefined

  constructor(deps: SenderDeps) {
    this.#clock = deps.clock
    this.#findProxy = deps.findProxy ?? (() => null)
    this.#agents = new Agents({
      ...deps,
      findProxy: this.#findProxy,
      onConnecting: (progress) => this.#dispatching?.watchConnection(progress),
    })
  }

  /** Never rejects: whatever goes wrong is a reply. Its header values that carry secrets are hidden. */
  send(request: OutgoingRequest, options: SendOptions): Promise<RequestResult> {
    return new Promise((resolve) => {
      let taken: TakenAgent | undefined
      const exchange = new Exchange(options, this.#clock, (result) => {
        this.#underWay.take(slot)
        taken?.done()
        resolve(result)
      })
      const slot = this.#underWay.add(exchange)
      if (this.#isEnding) exchange.cancel()
      this.#inNextTurn(() => {
        if (!exchange.isSettled) taken = this.#dispatch(request, options, exchange)
      })
    })
  }

  /** Ends every request under way, and those that come later; their replies say `cancelled`. */
  abortAll(): void {
    this.#isEnding = true
    for (const exchange of this.#underWay.all()) exchange.cancel()
  }

  /** Ends everything and closes the connections. */
  async close(): Promise<void> {
    this.abortAll()
    await this.#agents.destroy()
  }

  /**
   * Calls in the next tick of the event loop: a kept connection is read once more before the client writes to it,
   * so that whatever its receiver sent unasked closes it and is never taken for the response to this request.
   */
  #inNextTurn(work: () => void): void {
    if (this.#awaiting.push(work) > 1) return
    setImmediate(() => {
      const works = this.#awaiting
      this.#awaiting = []
      for (const begin of works) begin()
    })
  }

  /** Gives the agent that it was dispatched with, if there was one and the exchange goes on. */
  #dispatch(
    request: OutgoingRequest,
    { tls = null }: SendOptions,
    exchange: Exchange,
  ): TakenAgent | undefined {
    this.#dispatching = exchange
    let taken: TakenAgent | undefined
    try {
      const { dispatch, proxy } = toDispatch(request, this.#findProxy)
      if (proxy) exchange.goThrough(proxy, dispatch)
      taken = this.#agents.take(tls)
      taken.agent.dispatch(dispatch, exchange)
    } catch (error) {
      exchange.onResponseError(undefined, error)
    }
    this.#dispatching = undefined
    if (!exchange.isSettled) return taken
    taken?.done()
    return undefined
  }
}
