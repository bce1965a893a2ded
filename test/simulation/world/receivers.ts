import type { OutgoingRequest } from '../../../src/delivery/dispatch-options.ts'
import type { HeaderPairs, NoResponseReason } from '../../../src/domain/receiver/outcome.ts'
import type { Phase, Plan } from '../plan.ts'
import type { Random } from '../random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What a receiver does with one request, decided when it arrives. */
export interface Reaction {
  /** It has taken the notification, whether or not we ever learn of it. */
  readonly accepts: boolean
  /** Null: it never responds. */
  readonly afterMs: number | null
  readonly response: ReceiverResponse | ReceiverFailure
}

export interface ReceiverResponse {
  readonly status: number
  readonly headers: HeaderPairs
  readonly body: string
  /** No attempt before this moment, or before this long after the response. */
  readonly asks?: { readonly ms: number } | { readonly until: number }
}

export interface ReceiverFailure {
  readonly failure: NoResponseReason
}

export interface ReceiversDeps {
  readonly plan: Plan
  readonly time: VirtualTime
  readonly random: Random
}

/** The receivers of a run. Each goes through phases, as receivers do. */
export class Receivers {
  readonly #deps: ReceiversDeps
  readonly #phases = new Map<number, Phase>()
  readonly #acting: Random
  /** Of receivers that fail each notification once. */
  readonly #seen = new Set<number>()
  #areHealed = false

  constructor(deps: ReceiversDeps) {
    this.#deps = deps
    this.#acting = deps.random.fork('acting')
  }

  urlOf(receiver: number): string {
    return `http://receiver-${receiver}.test/hook`
  }

  /** Address of its clear request, if it is another one. */
  endUrlOf(receiver: number): string {
    return `http://receiver-${receiver}.test/end`
  }

  numberOf({ url }: OutgoingRequest): number {
    return Number(/^http:\/\/receiver-(\d+)\.test\//.exec(url)?.[1])
  }

  pickReceiver(): number {
    return this.#deps.random.integer(1, this.#deps.plan.receiverCount)
  }

  /** By chance, if no phase is given. Returns what it changed to. */
  changePhase(receiver: number, phase = this.#deps.random.weighted(this.#deps.plan.phases)): Phase {
    this.#phases.set(receiver, phase)
    return phase
  }

  /** From now on all of them take everything. */
  heal(): void {
    this.#areHealed = true
  }

  /** `deliveryId`: some receivers take one notification and not another. */
  react(receiver: number, deliveryId: number): Reaction {
    const { random } = this.#deps
    const phase = this.#areHealed ? 'healthy' : (this.#phases.get(receiver) ?? 'healthy')
    const kind = phase === 'mixed' ? random.weighted(MIXED) : phase
    return this.#reactAs(kind, deliveryId)
  }

  #reactAs(phase: Exclude<Phase, 'mixed'>, deliveryId: number): Reaction {
    const { random, plan } = this.#deps
    const soonMs = random.integer(1, 120)
    switch (phase) {
      case 'healthy':
        return accept(soonMs)
      case 'slow':
        return accept(random.integer(100, Math.floor(plan.requestTimeoutMs * 1.3)))
      case 'hanging':
        return random.happens(0.5) ? { ...accept(0), afterMs: null } : fail('timeout', null)
      case 'failing':
        return random.happens(0.2)
          ? this.#cutOff(soonMs)
          : this.#behindProxy(random.pick([500, 502, 504]), soonMs)
      case 'throttling':
        return this.#throttle(soonMs)
      case 'refusing':
        return fail(random.pick(['refused', 'dns', 'tls'] as const), soonMs)
      case 'rejecting':
        return response(random.pick([400, 401, 404, 302]), soonMs)
      case 'picky':
        return deliveryId % 3 === 0 ? response(random.pick([400, 413, 422]), soonMs) : accept(soonMs)
      case 'failing_once': {
        const isFirst = !this.#seen.has(deliveryId)
        this.#seen.add(deliveryId)
        return isFirst ? response(503, soonMs) : accept(soonMs)
      }
      case 'gone':
        return random.happens(0.5) ? response(410, soonMs) : accept(soonMs)
    }
  }

  /** The connection breaks: before the notification was taken, or after. */
  #cutOff(afterMs: number): Reaction {
    return { ...fail('reset', afterMs), accepts: this.#deps.random.happens(0.5) }
  }

  /** Somebody in between loses patience, though the receiver may have acted. */
  #behindProxy(status: number, afterMs: number): Reaction {
    return { ...response(status, afterMs), accepts: status === 504 && this.#acting.happens(0.7) }
  }

  /** All the forms in which receivers ask for time. */
  #throttle(afterMs: number): Reaction {
    const { random, time } = this.#deps
    const seconds = random.integer(1, 20)
    const until = Math.ceil(time.now / 1000) * 1000 + seconds * 1000
    const given: Omit<ReceiverResponse, 'status'> = random.pick([
      { headers: [['Retry-After', String(seconds)]], body: '', asks: { ms: seconds * 1000 } },
      { headers: [['retry-after', new Date(until).toUTCString()]], body: '', asks: { until } },
      { headers: [], body: JSON.stringify({ retry_after: seconds }), asks: { ms: seconds * 1000 } },
      {
        headers: [],
        body: JSON.stringify({ ok: false, parameters: { retry_after: seconds } }),
        asks: { ms: seconds * 1000 },
      },
      { headers: [], body: 'too many' },
    ])
    const status = given.body === '' ? random.pick([429, 503]) : 429
    return { accepts: false, afterMs, response: { status, ...given } }
  }
}

const MIXED: Readonly<Record<Exclude<Phase, 'mixed'>, number>> = {
  healthy: 6,
  slow: 2,
  failing: 3,
  hanging: 1,
  throttling: 3,
  refusing: 1,
  rejecting: 0.05,
  picky: 1,
  failing_once: 0.5,
  gone: 0.1,
}

function accept(afterMs: number): Reaction {
  return { accepts: true, afterMs, response: { status: 200, headers: [], body: 'ok' } }
}

function response(status: number, afterMs: number): Reaction {
  return { accepts: false, afterMs, response: { status, headers: [], body: '' } }
}

function fail(failure: NoResponseReason, afterMs: number | null): Reaction {
  return { accepts: false, afterMs, response: { failure } }
}
