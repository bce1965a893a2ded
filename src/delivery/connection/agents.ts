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

export interface TakenAgent {
  readonly agent: Agent
  /** Call when the request has ended. Idempotent. */
  readonly done: () => void
}

const RESPONSE_HEADER_BYTES_MAX = 16 * 1024

/** Limits abandoned connections; requests have a deadline of their own, mostly shorter. */
const CONNECT_TIMEOUT_MS = 300_000

/**
 * Limits kept pools of connections with TLS settings of their own; a further one closes the oldest after its
 * last request.
 */
export const SECURED_AGENTS_MAX = 64
const IDLE_MS_MAX = 60_000

interface SecuredAgent {
  readonly agent: Agent
  useCount: number
  cancelIdle: () => void
}

/**
 * Keeps connections by origin and TLS settings, so that no webhook uses another's certificate or trust. Webhooks
 * without settings share one agent; others have one per settings, with its own TLS sessions, closed when unused.
 */
export class Agents {
  readonly #deps: AgentsDeps
  readonly #lookup: Lookup
  readonly #plain: TakenAgent
  readonly #secured = new BoundedMap<string, SecuredAgent>(SECURED_AGENTS_MAX, {
    onDropped: (_key, secured) => this.#close(secured),
  })
  /** Agents that get no more requests, and end with the last one under way. */
  readonly #closing = new Set<Agent>()
  #isDestroyed = false

  constructor(deps: AgentsDeps) {
    this.#deps = deps
    this.#lookup = shareLookups(deps.lookup ?? lookupAll)
    this.#plain = { agent: this.#create(undefined), done: () => undefined }
  }

  /** Agents with TLS settings, including those that are closing. */
  get securedCount(): number {
    return this.#secured.size + this.#closing.size
  }

  /** Throws a ConnectionError for unusable settings. */
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
    // Rejects when it is destroyed meanwhile: gone as well.
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
      // The deadline of the exchange covers it.
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
 * Opens connections. No other module resolves names: each address is checked here and then connected to, so a name
 * cannot change its meaning in between. Address literals go the same way.
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
      // Later: a refusal must not return into the dispatch that asked for the connection.
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
