import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

/** Says of a host, as it stands in a URL, whether one of the patterns it was made of means it. */
export type HostMatcher = (host: string) => boolean

/**
 * Patterns: a host, `*.suffix` (not the suffix itself), a CIDR or an address, which match addresses in URLs, not what
 * names stand for, and `*` for all. Throws an Error that completes "TOCSIN_X …" for anything else.
 */
export function createHostMatcher(patterns: readonly string[]): HostMatcher {
  const networks: Network[] = []
  const hosts = new Set<string>()
  const suffixes: string[] = []
  for (const pattern of patterns) {
    const network = parseNetwork(pattern)
    const name = domainToASCII(pattern.replace(/^\*\./, '').replace(/\.$/, ''))
    if (pattern === '*') suffixes.push('')
    else if (network) networks.push(network)
    else if (!isHostName(name)) throw new Error(describePattern(pattern))
    else if (pattern.startsWith('*.')) suffixes.push(`.${name}`)
    else hosts.add(name)
  }
  return (host) => {
    const name = bareHost(host)
    const ip = parseIp(name)
    return (
      hosts.has(name) ||
      suffixes.some((suffix) => name.endsWith(suffix)) ||
      (ip !== undefined && networks.some((network) => contains(network, ip)))
    )
  }
}

/** Like `createHostMatcher` with CIDRs and addresses only. */
export function createAddressMatcher(patterns: readonly string[]): HostMatcher {
  const networks = patterns.map((pattern) => {
    const network = parseNetwork(pattern)
    if (!network) throw new Error(`has "${pattern}", not an address or a CIDR such as 10.0.0.0/8`)
    return network
  })
  return (address) => {
    const ip = parseIp(bareHost(address))
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

/** As it is compared: lower case, without brackets and without the dot that ends a full name. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Ip, number]

function describePattern(pattern: string): string {
  return `has "${pattern}", not a host, a suffix such as *.internal, a CIDR such as 10.0.0.0/8, or *`
}

function parseNetwork(text: string): Network | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(bare) || (bare.includes(':') && ipaddr.isValidCIDR(bare))) {
    return ipaddr.parseCIDR(bare)
  }
  const ip = isLiteral(bare) ? parseIp(bare) : undefined
  return ip && [ip, ip.kind() === 'ipv4' ? 32 : 128]
}

function isLiteral(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.isValid(text))
}

/** An IPv4 address in IPv6 form, as a socket for both kinds tells it, counts as the IPv4 address. */
function parseIp(text: string): Ip | undefined {
  return isLiteral(text) ? ipaddr.process(text) : undefined
}

function contains([base, bits]: Network, ip: Ip): boolean {
  return base.kind() === ip.kind() && ip.match(base, bits)
}

/** A last label of digits would be read as an address. */
function isHostName(name: string): boolean {
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && !/(^|\.)\d+$/.test(name)
}
