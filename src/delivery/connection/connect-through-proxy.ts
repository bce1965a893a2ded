import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import type { FindProxy, Proxy } from '../../domain/target/proxy-rules.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import { http } from '../../runtime/inner/node-http.ts'
import { ConnectionError, describeFailure, describeProxyResponse } from './failure.ts'
import { type Lookup, lookupError, lookupOf, type ProxyGuard } from './lookup.ts'
import { openTls, type ReceiverTls, type SessionCache } from './open-tls.ts'
import type { Opening, OpeningDeps } from './opening.ts'

interface ThroughProxyDeps extends Pick<ConnectorDeps, 'lookup' | 'proxyGuard' | 'tls'> {
  readonly proxy: Proxy
  readonly opening: Opening
  /** Sessions with receivers. */
  readonly sessions: SessionCache
  /** Sessions with proxies, which the settings of webhooks do not affect. */
  readonly proxySessions: SessionCache
}

const RESPONSE_HEADER_BYTES_MAX = 16 * 1024

/**
 * Connects through a proxy: for https by a tunnel (CONNECT) with TLS to the receiver inside; for http to the proxy
 * itself, which then gets the whole URL. Never rejects: it settles the opening.
 */
export async function connectThroughProxy(target: Target, deps: ThroughProxyDeps): Promise<void> {
  const { proxy, opening, sessions, tls } = deps
  if (isIP(target.hostname) !== 0 && isIP(proxy.host) !== 0) opening.skipDns()
  try {
    const refusal = await deps.proxyGuard(target.hostname)
    if (refusal !== undefined) throw new ConnectionError('blocked', refusal)
    const socket = await reachProxy(deps)
    if (!target.isTls) {
      opening.enter('ready')
      return opening.succeed(socket)
    }
    opening.enter('proxy')
    const tunnel = await openTunnel(socket, { target, proxy })
    opening.enter('tls')
    const secured = openTls({ ...target, sessions, tls }, { socket: tunnel })
    opening.hold(secured)
    await untilOpen(secured, 'secureConnect')
    opening.enter('ready')
    opening.succeed(secured)
  } catch (error) {
    opening.fail(error instanceof Error ? error : new Error(String(error)))
  }
}

async function reachProxy({ proxy, opening, lookup, proxySessions }: ThroughProxyDeps): Promise<Socket> {
  const { host, port } = proxy
  try {
    const addresses = await resolveProxy(host, lookup)
    opening.enter('connect')
    const socket = connectTcp({ host, port, lookup: lookupOf(addresses) })
    opening.hold(socket)
    await untilOpen(socket, 'connect')
    if (!proxy.isTls) return socket
    const secured = openTls({ hostname: host, port, sessions: proxySessions }, { socket })
    opening.hold(secured)
    await untilOpen(secured, 'secureConnect')
    return secured
  } catch (error) {
    // A resource that is missing here is no fault of the proxy.
    if (describeFailure(error).reason === 'exhaustion') throw error
    const words = `the proxy ${proxy.name} cannot be used: ${describeFailure(error).detail}`
    throw new ConnectionError('proxy', words, error)
  }
}

function resolveProxy(host: string, lookup: Lookup): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return Promise.resolve([{ address: host, family }])
  return new Promise((resolve, reject) => {
    lookup(host, (error, addresses) => {
      if (error) reject(lookupError(error, host))
      else resolve(addresses)
    })
  })
}

function untilOpen(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays: an unhandled error of a socket would end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new ConnectionError('reset', 'the connection was closed')))
    socket.once(event, () => resolve())
  })
}

interface Tunnel {
  readonly target: Target
  readonly proxy: Proxy
}

/** RFC 9110, section 9.3.6: everything after the head of the response belongs to the tunnel. */
function openTunnel(socket: Socket, { target, proxy }: Tunnel): Promise<Socket> {
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname
  const authority = `${host}:${target.port}`
  return new Promise((resolve, reject) => {
    const request = http.request({
      method: 'CONNECT',
      path: authority,
      createConnection: () => socket,
      maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
      headers: {
        host: authority,
        connection: 'keep-alive',
        'proxy-connection': 'keep-alive',
        ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }),
      },
    })
    request.once('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        return reject(new ConnectionError('proxy', describeProxyResponse(statusCode, proxy, authority)))
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.on('error', (error) => {
      const words = `the proxy ${proxy.name} did not open the way to ${authority}: ${describeFailure(error).detail}`
      reject(new ConnectionError('proxy', words, error))
    })
    request.end()
  })
}

export interface ConnectorDeps extends OpeningDeps {
  readonly targets: Pick<TargetRules, 'checkAddress'>
  readonly lookup: Lookup
  readonly findProxy: FindProxy
  /** Checks targets behind a proxy, which resolves their names. */
  readonly proxyGuard: ProxyGuard
  /** The TLS settings of the webhooks that use these connections. */
  readonly tls?: ReceiverTls | undefined
}

export interface Target {
  readonly hostname: string
  readonly port: number
  readonly isTls: boolean
}
