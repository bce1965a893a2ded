import { decodeUriPart } from '../decode-uri-part.ts'
import { bareHost, createHostMatcher, type HostMatcher, splitList } from './target-list.ts'

export interface Proxy {
  /** For messages: `http://proxy.example:3128`, never with credentials. */
  readonly name: string
  readonly host: string
  readonly port: number
  /** To the proxy itself. */
  readonly isTls: boolean
  /** The value of `Proxy-Authorization`. A secret. */
  readonly authorization: string | null
}

export interface ProxyEntry {
  readonly pattern: string
  readonly proxy: Proxy
}

/** Null: requests to the host use no proxy. */
export type FindProxy = (host: string) => Proxy | null

/**
 * Uses the first entry that matches. Hosts of `direct` use no proxy, and neither does this machine: a proxy's
 * `localhost` is another one.
 */
export function createProxyRules(entries: readonly ProxyEntry[], direct: readonly string[]): FindProxy {
  if (entries.length === 0) return () => null
  const isDirect = createHostMatcher(direct)
  const rules = entries.map(({ pattern, proxy }) => ({ matches: createHostMatcher([pattern]), proxy }))
  return (host) => {
    if (isLoopback(host) || isDirect(host)) return null
    return rules.find(({ matches }) => matches(host))?.proxy ?? null
  }
}

/**
 * Reads `http://user:password@proxy:3128` for all hosts, preceded by `pattern=address` for some, separated by commas.
 * Throws an Error that completes "TOCSIN_PROXY …" and never repeats credentials.
 */
export function parseProxies(text: string): readonly ProxyEntry[] {
  const parts = splitList(text)
  return parts.map((part, index) => {
    const [, pattern = '*', address = ''] = /^(?:([^=:/@]*|[0-9a-f:./]+)=)?(.*)$/is.exec(part) ?? []
    checkPattern(pattern, index + 1)
    if (pattern === '*' && index < parts.length - 1) {
      throw new Error(
        'has an entry for all hosts that is not the last one: those after it would never be used',
      )
    }
    return { pattern, proxy: parseProxy(address, index + 1) }
  })
}

/** `hooks.internal,*.corp.example,10.0.0.0/8`. Throws an Error that completes "TOCSIN_NO_PROXY …". */
export function parseDirectHosts(text: string): readonly string[] {
  const patterns = splitList(text)
  createHostMatcher(patterns)
  return patterns
}

/** Never quotes the pattern: after a comma in a password it may be a part of the password. */
function checkPattern(pattern: string, position: number): void {
  try {
    createHostMatcher([pattern])
  } catch {
    throw new Error(
      `has an entry (number ${position}) whose part before = is not a host, a suffix such as *.internal, a CIDR such as 10.0.0.0/8, or *`,
    )
  }
}

function parseProxy(address: string, position: number): Proxy {
  const url = URL.parse(address)
  const isTls = url?.protocol === 'https:'
  if (!url || (url.protocol !== 'http:' && !isTls) || url.hostname === '') {
    throw new Error(
      `has an entry (number ${position}) that is no address of a proxy, such as http://proxy.example:3128 or https://user:password@proxy.example:3129; a comma or an @ in a password is written %2C or %40`,
    )
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error(`has an entry (number ${position}) with more than scheme, credentials, host and port`)
  }
  const port = Number(url.port) || (isTls ? 443 : 80)
  return {
    name: `${url.protocol}//${url.hostname}:${port}`,
    host: bareHost(url.hostname),
    port,
    isTls,
    authorization: authorizationOf(url),
  }
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null
  return `Basic ${Buffer.from(`${decodeUriPart(username)}:${decodeUriPart(password)}`, 'utf8').toString('base64')}`
}

const isLoopback: HostMatcher = createHostMatcher(['localhost', '*.localhost', '127.0.0.0/8', '::1'])
