import { hash } from 'node:crypto'
import type { Agent } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import type { FindProxy } from '../../domain/target/proxy-rules.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import { toSecureContext, type WebhookTls } from '../../domain/webhook/webhook-tls.ts'
import { ConnectionError } from './connection-error.ts'
import { createConnector } from './connector.ts'
import { lookupAll, shareLookups, type Lookup } from './lookup.ts'
import type { ReceiverTls } from './open-tls.ts'
import type { OpeningDeps } from './opening.ts'
import { createProxyGuard } from './proxy-guard.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import { UndiciAgent } from '../../runtime/inner/undici-agent.ts'

export interface AgentsDeps {
  readonly targets: Pick<TargetRules, 'checkAddress' | 'checkUrl'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly connectionsPerOriginMax: number
  readonly findProxy: FindProxy
  readonly onConnecting: OpeningDeps['onConnecting']
  readonly lookup?: Lookup
}

/** An agent to dispatch one request with. */
export interface TakenAgent {
  readonly agent: Agent
  /** The request has ended. Twice is harmless. */
  readonly done: () => void
}

const RESPONSE_HEADER_BYTES_MAX = 16 * 1024

/** Limits a connection that nobody waits for any more; requests have a deadline of their own, mostly a shorter one. */
const CONNECT_TIMEOUT_MS = 300_000

/** Pools of connections with TLS settings of their own that are kept; more are made when all of these are in use. */
export const SECURED_AGENTS_MAX = 64
const IDLE_MS_MAX = 60_000

interface SecuredAgent {
  readonly agent: Agent
  useCount: number
  cancelIdle: () => void
}

/**
 * Kept connections, by origin and by TLS settings: what one webhook shows its receiver, and whom it trusts, never
 * counts for another one with other settings. Webhooks without settings share one agent; each kind of settings has an
 * agent with connections and TLS sessions of its own, which is closed when nobody has used it for a while.
 */
export class Agents {
  readonly #deps: AgentsDeps
  readonly #lookup: Lookup
  readonly #plain: TakenAgent
  readonly #secured = new BoundedMap<string, SecuredAgent>(SECURED_AGENTS_MAX, {
    onDropped: (_key, secured) => this.#close(secured),
  })
  /** No more requests for these; they end with the last that is under way. */
  readonly #closing = new Set<Agent>()
  #isDestroyed = false

  constructor(deps: AgentsDeps) {
    this.#deps = deps
    this.#lookup = shareLookups(deps.lookup ?? lookupAll)
    this.#plain = { agent: this.#create(undefined), done: () => undefined }
  }

  /** The number of agents with TLS settings of their own, including those that are closing. */
  get securedCount(): number {
    return this.#secured.size + this.#closing.size
  }

  /** Throws a ConnectionError for settings that cannot be used. */
  take(tls: WebhookTls | null): TakenAgent {
    if (tls === null) return this.#plain
    if (this.#isDestroyed) throw new ConnectionError('cancelled', 'cut off: the service is stopping')
    const key = hash('sha256', JSON.stringify([tls.ca, tls.certificate, tls.key, tls.insecure]))
    const secured = this.#secured.get(key) ?? this.#createSecured(tls)
    this.#secured.set(key, secured)
    secured.cancelIdle()
    secured.useCount += 1
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      secured.useCount -= 1
      if (secured.useCount > 0 || this.#secured.get(key) !== secured) return
      secured.cancelIdle = this.#deps.clock.after(IDLE_MS_MAX, () => {
        this.#secured.delete(key)
        this.#close(secured)
      })
    }
    return { agent: secured.agent, done }
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true
    const secured = [...this.#secured.values()]
    for (const { cancelIdle } of secured) cancelIdle()
    this.#secured.clear()
    const agents = [this.#plain.agent, ...this.#closing, ...secured.map(({ agent }) => agent)]
    await Promise.all(agents.map((agent) => agent.destroy()))
  }

  #close({ agent, cancelIdle }: SecuredAgent): void {
    cancelIdle()
    this.#closing.add(agent)
    const forget = () => void this.#closing.delete(agent)
    // Rejects when it is destroyed meanwhile: then it is gone as well.
    agent.close().then(forget, forget)
  }

  #createSecured(tls: WebhookTls): SecuredAgent {
    try {
      const agent = this.#create({ secureContext: toSecureContext(tls), insecure: tls.insecure })
      return { agent, useCount: 0, cancelIdle: () => undefined }
    } catch (error) {
      throw new ConnectionError('tls', 'the TLS settings of the webhook cannot be used', error)
    }
  }

  #create(tls: ReceiverTls | undefined): Agent {
    const { targets, clock, connectionsPerOriginMax, findProxy, onConnecting } = this.#deps
    const lookup = this.#lookup
    return new UndiciAgent({
      allowH2: false,
      pipelining: 1,
      connections: connectionsPerOriginMax,
      maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
      // The deadline of the exchange covers all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createConnector({
        targets,
        clock,
        lookup,
        findProxy,
        proxyGuard: createProxyGuard({ targets, clock, lookup }),
        tls,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        onConnecting,
      }),
    })
  }
}
