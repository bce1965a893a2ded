import { isIP } from 'node:net'
import { contains, parseNetwork, parseTarget } from './target-kinds.ts'
import { parseTargetList, toHostName } from './target-list.ts'

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
