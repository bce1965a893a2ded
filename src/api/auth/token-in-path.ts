import type { IncomingMessage } from 'node:http'
import { AppError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/people/principal.ts'

/** Requests whose token stood in their address. */
const withTokenInPath = new WeakSet<IncomingMessage>()

/**
 * `/intake/<token>/<source>`, for senders that can only hold an address: the address without the token, which from
 * here on is a header like any other, so that no route, log line or response ever sees it.
 */
export function takeTokenFromPath(request: IncomingMessage, url: string): string {
  const match = /^\/intake\/(tcn_[^/?#]*)(\/[^?#]*)?/.exec(url)
  if (!match) return url
  const [whole, token = '', rest = ''] = match
  withTokenInPath.add(request)
  request.headers['x-auth-token'] = token
  return `/intake${rest}${url.slice(whole.length)}`
}

/** Addresses are written into the logs of proxies and senders: what stands in one may open nothing but the intake. */
export function refuseMightyTokenInPath(request: IncomingMessage, { name, scopes }: Principal): void {
  if (!withTokenInPath.has(request) || (scopes.length === 1 && scopes[0] === 'events:write')) return
  throw new AppError(
    'forbidden',
    `The token "${name}" may do more than report, and does not belong in an address, which proxies and senders write into their logs. Make one with the scope events:write alone: \`tocsin token create --name <name> --scope events:write\`.`,
  )
}
