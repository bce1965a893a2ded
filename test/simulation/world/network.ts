import type { OutgoingRequest } from '../../../src/delivery/dispatch-options.ts'
import type { SendOptions } from '../../../src/delivery/exchange.ts'
import type { Sender } from '../../../src/delivery/send.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { RequestResult } from '../../../src/domain/receiver/outcome.ts'
import type { ProcessLife } from './process-life.ts'
import type { Random } from '../random.ts'
import type { Reaction, Receivers } from './receivers.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One request, from the moment it leaves its node. */
export interface Exchange {
  readonly node: number
  readonly deliveryId: number
  readonly attempt: number
  readonly leasedBy: string | null
  readonly receiver: number
  readonly request: OutgoingRequest
  readonly limits: SendOptions
  readonly sentAt: number
  /** The receiver has taken the notification. */
  isAccepted: boolean
  /** The response that the node got, and when; undefined while it waits. */
  receiverState: { readonly at: number; readonly reaction: Reaction['response'] } | undefined
}

export interface NetworkDeps {
  readonly time: VirtualTime
  readonly random: Random
  readonly receivers: Receivers
  /** This process lacks something that it needs for a request. */
  readonly isShort: () => boolean
  readonly onShort: (node: number, claim: Claim) => void
  readonly onSend: (exchange: Exchange) => void
  readonly onArrival: (exchange: Exchange, reaction: Reaction) => void
  readonly onNotified: (exchange: Exchange) => void
}

const LATENCY_MS_MAX = 15

/**
 * Replaces the HTTP client. What is on its way goes on whatever becomes of the node that sent it; a response
 * reaches the node only if that still waits.
 */
export class Network {
  readonly #deps: NetworkDeps
  readonly #cancels = new Map<number, Set<() => void>>()

  constructor(deps: NetworkDeps) {
    this.#deps = deps
  }

  senderFor(life: ProcessLife, claim: Claim): Pick<Sender, 'send'> {
    return { send: (request, limits) => this.#send(life, claim, { request, limits }) }
  }

  abortAll(life: ProcessLife): void {
    for (const cancel of this.#underWay(life)) cancel()
  }

  underWayCount(life: ProcessLife): number {
    return this.#underWay(life).size
  }

  #underWay(life: ProcessLife): Set<() => void> {
    let cancels = this.#cancels.get(life.number)
    if (!cancels) {
      cancels = new Set()
      this.#cancels.set(life.number, cancels)
    }
    return cancels
  }

  #send(
    life: ProcessLife,
    claim: Claim,
    { request, limits }: { readonly request: OutgoingRequest; readonly limits: SendOptions },
  ): Promise<RequestResult> {
    const { promise, resolve } = Promise.withResolvers<RequestResult>()
    if (life.state === 'dead') return promise
    const { time, random, receivers, onSend, onNotified } = this.#deps
    if (this.#deps.isShort()) {
      this.#deps.onShort(life.number, claim)
      time.schedule(0, () => life.enter(() => resolve(toReply({ failure: 'exhaustion' }, 0))))
      return promise
    }
    const { deliveryId, attempt, leasedBy } = claim
    const sentElapsed = time.elapsed
    const exchange: Exchange = {
      node: life.number,
      deliveryId,
      attempt,
      leasedBy,
      receiver: receivers.numberOf(request),
      request,
      limits,
      sentAt: life.clock.now(),
      isAccepted: false,
      receiverState: undefined,
    }
    onSend(exchange)
    const settle = (reaction: Reaction['response']) => {
      if (exchange.receiverState) return
      exchange.receiverState = { at: life.clock.now(), reaction }
      cancelDeadline()
      this.#underWay(life).delete(cancel)
      onNotified(exchange)
      resolve(toReply(reaction, time.elapsed - sentElapsed))
    }
    const cancel = () => settle({ failure: 'cancelled' })
    const cancelDeadline = life.clock.after(limits.timeoutMs, () => settle({ failure: 'timeout' }))
    this.#underWay(life).add(cancel)
    time.schedule(random.integer(1, LATENCY_MS_MAX), () => this.#arrive(life, exchange, settle))
    return promise
  }

  #arrive(life: ProcessLife, exchange: Exchange, settle: (reaction: Reaction['response']) => void): void {
    const { time, random, receivers, onArrival } = this.#deps
    const reaction = receivers.react(exchange.receiver, exchange.deliveryId)
    exchange.isAccepted = reaction.accepts
    onArrival(exchange, reaction)
    if (reaction.afterMs === null) return
    const backMs = reaction.afterMs + random.integer(1, LATENCY_MS_MAX)
    time.schedule(backMs, () => life.enter(() => settle(reaction.response)))
  }
}

function toReply(reaction: Reaction['response'], totalMs: number): RequestResult {
  const timing = { totalMs }
  if ('failure' in reaction) {
    const { failure } = reaction
    const isWritten = failure === 'reset' || failure === 'timeout' || failure === 'cancelled'
    return { kind: 'no-response', reason: failure, detail: failure, ...(isWritten && { isWritten }), timing }
  }
  const { status, headers, body } = reaction
  return { kind: 'response', response: { status, headers, body, bodyTruncated: false }, timing }
}
