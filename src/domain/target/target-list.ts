import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { trimEndOf } from '../trim-end.ts'
import type { AddressKind, Ip, Network } from './target-kinds.ts'
import { bitsOf, contains, endsOf, kindOf, parseNetwork, parseTarget } from './target-kinds.ts'

/** `TOCSIN_ALLOW_TARGETS` or `TOCSIN_DENY_TARGETS`. Each method returns the entry as it was written. */
interface TargetList {
  /** Ignores case, a last dot and the spelling of Unicode. */
  findHost(host: string): string | undefined
  findAddress(ip: Ip): string | undefined
  /**
   * Finds only single addresses and networks entirely of this kind: `0.0.0.0/0` contains link-local addresses, but does
   * not name them.
   */
  findAddressOfKind(ip: Ip, kind: AddressKind): string | undefined
}

/** Throws an Error that completes "TOCSIN_ALLOW_TARGETS …" for an invalid entry. */
export function parseTargetList(entries: readonly string[]): TargetList {
  const networks: (readonly [string, Network])[] = []
  const hosts = new Map<string, string>()
  const suffixes: (readonly [string, string])[] = []
  for (const entry of entries) {
    const network = networkOf(entry)
    const isSuffix = entry.startsWith('*.')
    const name = network ? undefined : hostNameOf(isSuffix ? entry.slice(2) : entry)
    if (network) networks.push([entry, network])
    else if (name === undefined) throw new Error(`has "${entry}", not ${FORMS}`)
    else if (isSuffix) suffixes.push([entry, `.${name}`])
    else hosts.set(name, entry)
  }
  return {
    findHost(host) {
      const name = toHostName(host)
      return hosts.get(name) ?? suffixes.find(([, suffix]) => name.endsWith(suffix))?.[0]
    },
    findAddress: (ip) => networks.find(([, network]) => contains(network, ip))?.[0],
    findAddressOfKind: (ip, kind) =>
      networks.find(([, network]) => contains(network, ip) && isOnly(network, kind))?.[0],
  }
}

/** Returns the host in ASCII (IDNA), lower case, without the last dot. Never throws. */
export function toHostName(host: string): string {
  return trimEndOf(domainToASCII(host) || host.toLowerCase(), '.')
}

const FORMS = 'a CIDR such as 10.0.0.0/8, an address, a host, or a suffix such as *.internal'

/** `10.0.0.0/8`, `fd00::/8`, or a single address. Not `10.1`, which few read as 10.0.0.1. */
function networkOf(entry: string): Network | undefined {
  if (entry.includes('%')) return undefined
  const ip = isIP(entry) === 0 ? undefined : parseTarget(entry)?.ip
  return ip ? { base: ip, bits: bitsOf(ip) } : parseNetwork(entry)
}

/** Refuses what a URL would read as an address (`10.1`, `0x7f000001`). */
function hostNameOf(text: string): string | undefined {
  // The parser forgives too much: it cuts at slashes and decodes percent signs.
  if (/[\s\p{Cc}/\\?#@:%*[\]]/u.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && !parseTarget(name)
  return isName ? name : undefined
}

function isOnly(network: Network, kind: AddressKind): boolean {
  const [first, last] = endsOf(network)
  // A single address is meant, whatever its kind.
  return network.bits === bitsOf(network.base) || (kindOf(first) === kind && kindOf(last) === kind)
}

/** Tells whether a pattern matches the host of a URL. */
export type HostMatcher = (host: string) => boolean

/**
 * Patterns: a host, `*.suffix` (not the suffix itself), a CIDR or address (for addresses in URLs, not resolved names),
 * `*` for all. Throws an Error that completes "TOCSIN_X …".
 */
export function createHostMatcher(patterns: readonly string[]): HostMatcher {
  const list = parseTargetList(patterns.filter((pattern) => pattern !== '*'))
  if (patterns.includes('*')) return () => true
  return (host) => {
    const bare = bareHost(host)
    const ip = parseTarget(bare)?.ip
    return (ip ? list.findAddress(ip) : list.findHost(bare)) !== undefined
  }
}

/** Makes a `createHostMatcher` of CIDRs and addresses only. */
export function createAddressMatcher(patterns: readonly string[]): HostMatcher {
  const networks = patterns.map((pattern) => {
    const network = parseNetwork(
      /^[^/]*$/.test(pattern) ? `${pattern}/${isIP(pattern) === 4 ? 32 : 128}` : pattern,
    )
    if (!network) throw new Error(`has "${pattern}", not an address or a CIDR such as 10.0.0.0/8`)
    return network
  })
  return (address) => {
    const ip = parseTarget(bareHost(address))?.ip
    return ip !== undefined && networks.some((network) => contains(network, ip))
  }
}

/** Splits at commas, without blanks and empty parts. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Does as `toHostName`, and takes the brackets off an IPv6 address. */
export function bareHost(host: string): string {
  return toHostName(host.replace(/^\[(.*)\]$/, '$1'))
}
