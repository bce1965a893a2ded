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
   * At least as many connections per origin as requests may be under way: one that waits for a connection wastes its
   * deadline.
   */
  readonly connectionsPerOriginMax: number
  /** Absent: no proxy. */
  readonly findProxy?: FindProxy
  /** Absent: the system's. */
  readonly lookup?: Lookup
}

/**
 * Sends requests over kept HTTP/1.1 connections, one at a time on each. Redirects are not followed: their addresses are
 * unchecked, and no owner named them.
 */
export class Sender {
  readonly #agents: Agents
  readonly #clock: SenderDeps['clock']
  readonly #findProxy: FindProxy
  readonly #underWay = new Slots<Exchange>()
  #isEnding = false
  #awaiting: (() => void)[] = []
  /** A connection opened during a dispatch belongs to this exchange. */
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

  /** Never rejects: failures are results. Header values that carry secrets are hidden. */
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

  /** Ends every request, also later ones, as `cancelled`. */
  abortAll(): void {
    this.#isEnding = true
    for (const exchange of this.#underWay.all()) exchange.cancel()
  }

  async close(): Promise<void> {
    this.abortAll()
    await this.#agents.destroy()
  }

  /**
   * Waits for the next tick: a kept connection is read once more before it is written to, so that unasked bytes close
   * it and are never taken for the response to this request.
   */
  #inNextTurn(work: () => void): void {
    if (this.#awaiting.push(work) > 1) return
    setImmediate(() => {
      const works = this.#awaiting
      this.#awaiting = []
      for (const begin of works) begin()
    })
  }

  /** Returns the agent used, if the exchange goes on. */
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
