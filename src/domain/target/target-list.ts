import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { trimEndOf } from '../trim-end.ts'
import {
  type AddressKind,
  bitsOf,
  contains,
  endsOf,
  type Ip,
  kindOf,
  type Network,
  parseNetwork,
  parseTarget,
} from './target-kinds.ts'

/**
 * The list of `TOCSIN_ALLOW_TARGETS` or `TOCSIN_DENY_TARGETS`. Each method returns the entry as it was written, or
 * undefined.
 */
interface TargetList {
  /** Finds a host in any spelling: case, a last dot and Unicode make no difference. */
  findHost(host: string): string | undefined
  findAddress(ip: Ip): string | undefined
  /**
   * Finds an address as `findAddress` does, but only by a network all of which is of this kind, or by the address
   * alone: `0.0.0.0/0` contains link-local addresses, but does not name them in particular.
   */
  findAddressOfKind(ip: Ip, kind: AddressKind): string | undefined
}

/** Throws an Error that completes "TOCSIN_ALLOW_TARGETS …" for an entry that has none of the forms. */
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

/** Returns the one spelling of a host: ASCII (IDNA), lower case, without the last dot. Never throws. */
export function toHostName(host: string): string {
  return trimEndOf(domainToASCII(host) || host.toLowerCase(), '.')
}

const FORMS = 'a CIDR such as 10.0.0.0/8, an address, a host, or a suffix such as *.internal'

/** `10.0.0.0/8`, `fd00::/8`, or an address, which stands for itself alone. Not `10.1`, which few read as 10.0.0.1. */
function networkOf(entry: string): Network | undefined {
  if (entry.includes('%')) return undefined
  const ip = isIP(entry) === 0 ? undefined : parseTarget(entry)?.ip
  return ip ? { base: ip, bits: bitsOf(ip) } : parseNetwork(entry)
}

/**
 * The one spelling of a host, if it is one; what a URL would read as an address (`10.1`, `0x7f000001`) is not one.
 */
function hostNameOf(text: string): string | undefined {
  // The parser forgives more than is meant: it cuts at slashes and decodes percent signs.
  if (/[\s\p{Cc}/\\?#@:%*[\]]/u.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && !parseTarget(name)
  return isName ? name : undefined
}

function isOnly(network: Network, kind: AddressKind): boolean {
  const [first, last] = endsOf(network)
  // A single address is meant in person, whatever range it is of.
  return network.bits === bitsOf(network.base) || (kindOf(first) === kind && kindOf(last) === kind)
}

/** Says of a host, as it stands in a URL, whether one of the patterns it was made of means it. */
export type HostMatcher = (host: string) => boolean

/**
 * Patterns: a host, `*.suffix` (not the suffix itself), a CIDR or an address, which match addresses in URLs, not what
 * names stand for, and `*` for all. Throws an Error that completes "TOCSIN_X …" for anything else.
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

/** Like `createHostMatcher` with CIDRs and addresses only. */
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

/** The parts of a list separated by commas, without blanks and empty ones. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns the host in one spelling, without the brackets that IPv6 addresses have in URLs. */
export function bareHost(host: string): string {
  return toHostName(host.replace(/^\[(.*)\]$/, '$1'))
}
