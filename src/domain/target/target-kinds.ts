import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Kinds of addresses by what a connection may reach. Sources: the IANA registries of special-purpose addresses, the
 * RFCs beside the rows, and the clouds' manuals for metadata services.
 */
export type Ip = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The kinds of addresses, from harmless to worst. `opening` says what allows such an address: nothing (`open`); an
 * entry of the allow list, or listening on loopback (`inside`); only a network of this kind in the list (`exact`).
 */
export const KINDS = {
  public: { opening: 'open', words: 'a public address' },
  documentation: { opening: 'inside', words: 'an address for documentation' },
  benchmarking: { opening: 'inside', words: 'an address for benchmarking' },
  reserved: { opening: 'inside', words: 'an address reserved for special use' },
  'carrier-grade': { opening: 'inside', words: 'a carrier-grade NAT address' },
  private: { opening: 'inside', words: 'a private address' },
  loopback: { opening: 'inside', words: 'a loopback address' },
  multicast: { opening: 'exact', words: 'a multicast address' },
  broadcast: { opening: 'exact', words: 'the broadcast address' },
  unspecified: { opening: 'exact', words: 'an unspecified address, which means this very machine' },
  'link-local': { opening: 'exact', words: 'a link-local address' },
  metadata: { opening: 'exact', words: 'an address of a cloud metadata service' },
} as const

export type AddressKind = keyof typeof KINDS

export interface Target {
  /** Without a zone; an IPv4-mapped address as IPv4. */
  readonly ip: Ip
  /** Addresses that a connection may reach, worst first, never empty: itself and the IPv4 addresses that it carries. */
  readonly ends: readonly TargetEnd[]
}

export interface TargetEnd {
  readonly ip: Ip
  readonly kind: AddressKind
}

/** Reads any notation, also `127.1`, `0x7f000001`, and with a zone (`fe80::1%eth0`). Never throws. */
export function parseTarget(text: string): Target | undefined {
  const parsed = parseIp(text)
  if (!parsed) return undefined
  const ip = unmapped(parsed)
  const carried = ip instanceof ipaddr.IPv6 ? carriedIpv4(ip) : []
  const ends = [ip, ...carried].map((end) => ({ ip: end, kind: kindOf(end) }))
  // Sorting is stable: the address itself precedes what it carries.
  return { ip, ends: ends.sort((a, b) => badness(b.kind) - badness(a.kind)) }
}

/** Returns the kind of its range, whatever it carries. */
export function kindOf(ip: Ip): AddressKind {
  return RANGES.find(([range]) => contains(range, ip))?.[1] ?? 'reserved'
}

export interface Network {
  readonly base: Ip
  readonly bits: number
}

/** `10.0.0.0/8` or `fd00::/8`; a network of mapped addresses becomes IPv4. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^(.+)\/(\d{1,3})$/.exec(text) ?? []
  const ip = isIP(address) === 0 ? undefined : parseIp(address)
  const bits = Number(length)
  if (!ip || bits > bitsOf(ip)) return undefined
  const base = unmapped(ip)
  if (base === ip) return { base, bits }
  // Wider than the mapped addresses: a network of IPv6 after all.
  return bits >= 96 ? { base, bits: bits - 96 } : { base: ip, bits }
}

export function contains({ base, bits }: Network, ip: Ip): boolean {
  return base.kind() === ip.kind() && ip.match(base, bits)
}

/** Returns the first and the last address. */
export function endsOf({ base, bits }: Network): readonly [Ip, Ip] {
  const octets = base.toByteArray()
  const fill = (filler: number) =>
    ipaddr.fromByteArray(
      octets.map((octet, index) => {
        const fixed = Math.min(8, Math.max(0, bits - index * 8))
        const free = 0xff >> fixed
        return (octet & ~free) | (filler & free)
      }),
    )
  return [fill(0), fill(0xff)]
}

/** Returns the prefix length of a single address. */
export function bitsOf(ip: Ip): number {
  return ip.kind() === 'ipv4' ? 32 : 128
}

/** The first matching row decides. */
const RANGES: readonly (readonly [Network, AddressKind])[] = (
  [
    // Metadata of a cloud, credentials included, for any request from inside.
    ['169.254.169.254/32', 'metadata'], // AWS, Azure, GCP, OpenStack and most others
    ['169.254.170.2/32', 'metadata'], // containers on AWS
    ['169.254.170.23/32', 'metadata'], // pods on AWS
    ['169.254.0.23/32', 'metadata'], // Tencent
    ['169.254.10.10/32', 'metadata'], // Tencent
    ['169.254.42.42/32', 'metadata'], // Scaleway
    ['100.100.100.200/32', 'metadata'], // Alibaba
    ['168.63.129.16/32', 'metadata'], // Azure, its wire server
    ['192.0.0.192/32', 'metadata'], // Oracle
    ['fe80::a9fe:a9fe/128', 'metadata'], // OpenStack
    ['fd00:ec2::/32', 'metadata'], // AWS, all its services of this kind
    ['fd20:ce::254/128', 'metadata'], // GCP
    ['fd00:c1::a9fe:a9fe/128', 'metadata'], // Oracle
    ['fd00:42::42/128', 'metadata'], // Scaleway
    ['fd00:a9fe:a9fe::1/128', 'metadata'], // Linode
    ['fd00:100::100:200/128', 'metadata'], // Alibaba

    ['0.0.0.0/8', 'unspecified'], // RFC 791, RFC 1122
    ['10.0.0.0/8', 'private'], // RFC 1918
    ['100.64.0.0/10', 'carrier-grade'], // RFC 6598
    ['127.0.0.0/8', 'loopback'], // RFC 1122
    ['169.254.0.0/16', 'link-local'], // RFC 3927
    ['172.16.0.0/12', 'private'], // RFC 1918
    ['192.0.0.0/24', 'reserved'], // RFC 6890
    ['192.0.2.0/24', 'documentation'], // RFC 5737
    ['192.52.193.0/24', 'reserved'], // RFC 7450, tunnels
    ['192.88.99.0/24', 'reserved'], // RFC 7526, once relays of 6to4
    ['192.168.0.0/16', 'private'], // RFC 1918
    ['198.18.0.0/15', 'benchmarking'], // RFC 2544
    ['198.51.100.0/24', 'documentation'], // RFC 5737
    ['203.0.113.0/24', 'documentation'], // RFC 5737
    ['224.0.0.0/4', 'multicast'], // RFC 5771
    ['255.255.255.255/32', 'broadcast'], // RFC 919
    ['240.0.0.0/4', 'reserved'], // RFC 1112
    ['0.0.0.0/0', 'public'],

    ['::/128', 'unspecified'], // RFC 4291
    ['::1/128', 'loopback'], // RFC 4291
    ['fc00::/7', 'private'], // RFC 4193
    ['fec0::/10', 'private'], // RFC 3879
    ['fe80::/10', 'link-local'], // RFC 4291
    ['ff00::/8', 'multicast'], // RFC 4291
    ['2001:db8::/32', 'documentation'], // RFC 3849
    ['3fff::/20', 'documentation'], // RFC 9637
    ['2001:2::/48', 'benchmarking'], // RFC 5180
    // The IPv4 address that these carry counts instead.
    ['::/96', 'public'],
    ['::ffff:0:0:0/96', 'public'],
    ['64:ff9b::/96', 'public'],
    ['2002::/16', 'public'],
    ['2001::/32', 'public'],
    ['2001:4:112::/48', 'public'], // RFC 7535
    ['2001::/23', 'reserved'], // RFC 2928
    ['2000::/3', 'public'], // RFC 4291: what is outside has not been given out, or for special uses only
  ] as const
).map(([cidr, kind]) => [knownNetwork(cidr), kind])

/** Networks with an IPv4 address in the last 32 bits. */
const TAIL_CARRIERS = [
  '::/96', // IPv4-compatible (RFC 4291, section 2.5.5.1)
  '::ffff:0:0:0/96', // IPv4-translated (RFC 2765)
  '64:ff9b::/96', // NAT64 (RFC 6052)
].map(knownNetwork)

const SIX_TO_FOUR = knownNetwork('2002::/16')
const TEREDO = knownNetwork('2001::/32')
const LOCAL_NAT64 = knownNetwork('64:ff9b:1::/48')

/** Returns the IPv4 addresses that a translator or tunnel may lead to. */
function carriedIpv4(ip: ipaddr.IPv6): readonly ipaddr.IPv4[] {
  const own = kindOf(ip)
  if (own === 'unspecified' || own === 'loopback') return []
  const octets = ip.toByteArray()
  const at = (indexes: readonly number[]) => new ipaddr.IPv4(indexes.map((index) => octets[index] ?? 0))
  const tail = at([12, 13, 14, 15])

  if (contains(SIX_TO_FOUR, ip)) return [at([2, 3, 4, 5]), ...(isIsatap(octets) ? [tail] : [])]
  // RFC 4380, section 4: the server, and the client with inverted bits.
  if (contains(TEREDO, ip)) return [at([4, 5, 6, 7]), inverted(tail)]
  if (contains(LOCAL_NAT64, ip)) return inLocalNat64(at)
  const isCarrier = isIsatap(octets) || TAIL_CARRIERS.some((network) => contains(network, ip))
  return isCarrier ? [tail] : []
}

/** RFC 5214, section 6.1: the interface is `0:5efe:a.b.c.d`, or with the bit of global names, in any network. */
function isIsatap(octets: readonly number[]): boolean {
  const [first = 0, ...others] = octets.slice(8, 12)
  return (first & ~0x03) === 0 && others.join() === '0,94,254'
}

/**
 * RFC 8215 leaves the length of the prefix open, and RFC 6052, section 2.2, has a position for each length. All
 * possible addresses count, except mere padding.
 */
function inLocalNat64(at: (indexes: readonly number[]) => ipaddr.IPv4): readonly ipaddr.IPv4[] {
  const tail = at([12, 13, 14, 15])
  const others = [at([6, 7, 9, 10]), at([7, 9, 10, 11]), at([9, 10, 11, 12])]
  const meant = [tail, ...others].filter((ip) => kindOf(ip) !== 'unspecified')
  return meant.length > 0 ? meant : [tail]
}

function inverted(ip: ipaddr.IPv4): ipaddr.IPv4 {
  return new ipaddr.IPv4(ip.octets.map((octet) => octet ^ 0xff))
}

function parseIp(text: string): Ip | undefined {
  if (!text.includes(':')) return ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : undefined
  if (!isIPv6(text)) return undefined
  // A zone names an interface, not a destination.
  const address = text.replace(/%.*$/s, '')
  // The library reads `::10.0.0.1` as `::ffff:10.0.0.1`; in hexadecimal they differ.
  return ipaddr.IPv6.parse(
    address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...octets: string[]) => {
      const [a, b, c, d] = octets.slice(0, 4).map((octet) => Number(octet).toString(16).padStart(2, '0'))
      return `${a}${b}:${c}${d}`
    }),
  )
}

function unmapped(ip: Ip): Ip {
  return ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}

function badness(kind: AddressKind): number {
  return Object.keys(KINDS).indexOf(kind)
}

function knownNetwork(cidr: string): Network {
  const network = parseNetwork(cidr)
  if (!network) throw new Error(`${cidr} is no network`)
  return network
}
