import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Clock } from '../clock.ts'
import type { NoAnswerReason } from '../domain/outcome.ts'
import type { TargetRules } from '../domain/target-address.ts'

/** What a request may know of the connection that is made for it: how long each part took, and how to give it up. */
export interface ConnectionProgress {
  phase: 'dns' | 'connect' | 'tls' | 'ready'
  dnsMs?: number
  connectMs?: number
  tlsMs?: number
  /** Ends the making of the connection; harmless once it is ready. */
  abandon: () => void
}

/** Why no connection could be made, in words for the operator. */
export class ConnectionError extends Error {
  readonly reason: NoAnswerReason

  constructor(reason: NoAnswerReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.reason = reason
  }
}

export interface ConnectorDeps {
  readonly targets: Pick<TargetRules, 'checkAddress'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Longest time for one connection that nobody waits for any more. */
  readonly connectTimeoutMs: number
  /** Called for each new connection, at once when the request that needs it is dispatched. */
  readonly onConnecting: (progress: ConnectionProgress) => void
  /** How names become addresses; the machine's own way unless a test says otherwise. */
  readonly lookup?: Lookup
}

export type Lookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/**
 * Makes the connections of the sender. The one place that resolves names: each address is checked here, and the
 * connection is made to the checked addresses, so a name cannot mean something else a moment later. Address literals
 * take the same way.
 */
export function createConnector(deps: ConnectorDeps): buildConnector.connector {
  const resolve = shareLookups(deps.lookup ?? lookupAll)
  const sessions = new SessionCache()

  return (options, callback) => {
    const opening = new Opening(deps, options, callback)
    const family = isIP(options.hostname)
    if (family !== 0) {
      // Not at once: a refusal must not come back into the dispatch that asked for the connection.
      return queueMicrotask(() => opening.connect([{ address: options.hostname, family }], sessions))
    }
    resolve(options.hostname, (error, addresses) => {
      if (error)
        opening.fail(new ConnectionError('dns', describeLookupFailure(error, options.hostname), error))
      else opening.connect(addresses, sessions)
    })
  }
}

/** One connection in the making. Calls back exactly once. */
class Opening {
  readonly #deps: ConnectorDeps
  readonly #options: buildConnector.Options
  readonly #callback: buildConnector.Callback
  readonly #progress: ConnectionProgress
  readonly #cancelTimeout: () => void
  #phaseStartedAt: number
  #socket: Socket | undefined
  #isSettled = false

  constructor(deps: ConnectorDeps, options: buildConnector.Options, callback: buildConnector.Callback) {
    this.#deps = deps
    this.#options = options
    this.#callback = callback
    this.#phaseStartedAt = deps.clock.monotonic()
    const giveUp = () =>
      this.fail(new ConnectionError('timeout', `no connection to ${this.#target()} in time`))
    this.#progress = { phase: isIP(options.hostname) === 0 ? 'dns' : 'connect', abandon: giveUp }
    this.#cancelTimeout = deps.clock.after(deps.connectTimeoutMs, giveUp)
    deps.onConnecting(this.#progress)
  }

  connect(addresses: readonly LookupAddress[], sessions: SessionCache): void {
    if (this.#isSettled) return
    if (this.#progress.phase === 'dns') this.#progress.dnsMs = this.#endPhase('connect')
    const { hostname } = this.#options
    const refusals = addresses.map(({ address }) => this.#deps.targets.checkAddress(hostname, address))
    const allowed = addresses.filter((_, index) => refusals[index] === undefined)
    if (allowed.length === 0) {
      const refusal = refusals[0] ?? `${hostname} has no address.`
      return this.fail(new ConnectionError(refusals.length > 0 ? 'blocked' : 'dns', refusal))
    }
    const isTls = this.#options.protocol === 'https:'
    const socket = isTls ? this.#openTls(allowed, sessions) : this.#openTcp(allowed)
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    socket.on('error', (error) => this.fail(error))
    socket.once('connect', () => {
      this.#progress.connectMs = this.#endPhase(isTls ? 'tls' : 'ready')
    })
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (isTls) this.#progress.tlsMs = this.#endPhase('ready')
      this.#succeed(socket)
    })
  }

  fail(error: Error): void {
    if (this.#isSettled) return
    this.#settle()
    this.#socket?.destroy()
    this.#callback(error, null)
  }

  #succeed(socket: Socket): void {
    if (this.#isSettled) return
    this.#settle()
    this.#callback(null, socket)
  }

  #settle(): void {
    this.#isSettled = true
    this.#cancelTimeout()
  }

  #openTcp(addresses: readonly LookupAddress[]): Socket {
    const { hostname, port } = this.#options
    return connectTcp({ host: hostname, port: Number(port || 80), lookup: answering(addresses) })
  }

  #openTls(addresses: readonly LookupAddress[], sessions: SessionCache): TLSSocket {
    const { hostname, port } = this.#options
    const key = `${hostname}:${port || 443}`
    const session = sessions.get(key)
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      // A literal address must not be named in the handshake (RFC 6066, section 3).
      servername: isIP(hostname) === 0 ? hostname : '',
      ALPNProtocols: ['http/1.1'],
      lookup: answering(addresses),
      ...(session && { session }),
    })
    socket.on('session', (fresh: Buffer) => sessions.set(key, fresh))
    return socket
  }

  #endPhase(next: ConnectionProgress['phase']): number {
    const startedAt = this.#phaseStartedAt
    this.#phaseStartedAt = this.#deps.clock.monotonic()
    this.#progress.phase = next
    return this.#phaseStartedAt - startedAt
  }

  #target(): string {
    return `${this.#options.hostname}:${this.#options.port || (this.#options.protocol === 'https:' ? 443 : 80)}`
  }
}

/** Gives the addresses that were checked, whatever is asked: this is the pin. */
function answering(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }
}

/**
 * A lookup occupies one of the few threads that the whole process has for them, and a dead name server holds it for
 * seconds. So all who ask for one name at the same time share one lookup.
 */
function shareLookups(lookup: Lookup): Lookup {
  const underWay = new Map<string, Parameters<Lookup>[1][]>()
  return (hostname, callback) => {
    const others = underWay.get(hostname)
    if (others) return void others.push(callback)
    const waiting = [callback]
    underWay.set(hostname, waiting)
    lookup(hostname, (error, addresses) => {
      underWay.delete(hostname)
      for (const callback of waiting) callback(error, addresses)
    })
  }
}

const lookupAll: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))
}

function describeLookupFailure(error: NodeJS.ErrnoException, hostname: string): string {
  if (error.code === 'ENOTFOUND') return `the name ${hostname} does not exist, or has no address`
  return `the name ${hostname} could not be resolved (${error.code ?? error.message})`
}

const SESSIONS_MAX = 256

/** TLS sessions of servers called before, so that a new connection needs fewer round trips. */
class SessionCache {
  readonly #sessions = new Map<string, Buffer>()

  get(key: string): Buffer | undefined {
    return this.#sessions.get(key)
  }

  set(key: string, session: Buffer): void {
    this.#sessions.delete(key)
    this.#sessions.set(key, session)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > SESSIONS_MAX && oldest !== undefined) this.#sessions.delete(oldest)
  }
}
