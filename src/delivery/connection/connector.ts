import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP } from 'node:net'
import type { buildConnector } from 'undici'
import { ConnectionError } from './connection-error.ts'
import type { ConnectorDeps, Target } from './connector-deps.ts'
import { connectThroughProxy } from './connect-through-proxy.ts'
import { answering, lookupError } from './lookup.ts'
import { openTls, SessionCache } from './open-tls.ts'
import { Opening } from './opening.ts'

/**
 * Makes the connections of the sender. The one place that resolves names: each address is checked here, and the
 * connection is made to the checked addresses, so a name cannot mean something else a moment later. Address literals
 * take the same way.
 */
export function createConnector(deps: ConnectorDeps): buildConnector.connector {
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
  const lookup = answering(allowed)
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
