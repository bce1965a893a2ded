import { hash } from 'node:crypto'
import type { Agent, buildConnector } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import type { FindProxy } from '../../domain/target/proxy-rules.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import { toSecureContext, type WebhookTls } from '../../domain/webhook/webhook-tls.ts'
import { ConnectionError } from './failure.ts'
import { createProxyGuard, type Lookup, lookupAll, lookupError, lookupOf, shareLookups } from './lookup.ts'
import { type ReceiverTls, openTls, SessionCache } from './open-tls.ts'
import { type OpeningDeps, Opening } from './opening.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import { UndiciAgent } from '../../runtime/inner/undici-agent.ts'
import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectorDeps, connectThroughProxy, type Target } from './connect-through-proxy.ts'

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

/**
 * Makes the connections of the sender. The one module that resolves names: each address is checked here, and the
 * connection is made to the checked addresses, so a name cannot mean something else a moment later. Address literals
 * take the same way.
 */
function createConnector(deps: ConnectorDeps): buildConnector.connector {
  const sessions = new SessionCache()
  const proxySessions = new SessionCache()

  return (options, callback) => {
    const target = targetOf(options)
    const { hostname } = target
    const opening = new Opening(deps, `${hostname}:${target.port}`, callback)
    const proxy = deps.findProxy(hostname)
    if (proxy) {
      return void connectThroughProxy(target, { ...deps, proxy, opening, sessions, proxySessions })
    }
    const family = isIP(hostname)
    if (family !== 0) {
      opening.skipDns()
      // Not at once: a refusal must not come back into the dispatch that asked for the connection.
      return queueMicrotask(() =>
        connect(target, [{ address: hostname, family }], { ...deps, opening, sessions }),
      )
    }
    deps.lookup(hostname, (error, addresses) => {
      if (opening.isSettled) return
      if (error) opening.fail(lookupError(error, hostname))
      else {
        opening.enter('connect')
        connect(target, addresses, { ...deps, opening, sessions })
      }
    })
  }
}

interface DirectDeps extends Pick<ConnectorDeps, 'targets' | 'tls'> {
  readonly opening: Opening
  readonly sessions: SessionCache
}

function connect(
  { hostname, port, isTls }: Target,
  addresses: readonly LookupAddress[],
  { targets, tls, opening, sessions }: DirectDeps,
): void {
  if (opening.isSettled) return
  const refusals = addresses.map(({ address }) => targets.checkAddress(hostname, address))
  const allowed = addresses.filter((_, index) => refusals[index] === undefined)
  if (allowed.length === 0) {
    const refusal = refusals[0] ?? `${hostname} has no address.`
    return opening.fail(new ConnectionError(refusals.length > 0 ? 'blocked' : 'dns', refusal))
  }
  const lookup = lookupOf(allowed)
  const socket = isTls
    ? openTls({ hostname, port, sessions, tls }, { lookup })
    : connectTcp({ host: hostname, port, lookup })
  opening.hold(socket)
  socket.on('error', (error) => opening.fail(error))
  socket.once('connect', () => opening.enter(isTls ? 'tls' : 'ready'))
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    if (isTls) opening.enter('ready')
    opening.succeed(socket)
  })
}

function targetOf({ hostname, port, protocol }: buildConnector.Options): Target {
  const isTls = protocol === 'https:'
  return { hostname, port: Number(port || (isTls ? 443 : 80)), isTls }
}
