import ipaddr from 'ipaddr.js'

/**
 * Which addresses webhooks may call (design, section 9). A webhook makes this server send requests, so whoever may
 * create one could otherwise reach what only this machine can reach. A server that listens on loopback only may call
 * loopback and private addresses: nobody but a local user can create a webhook there.
 */
export interface TargetRules {
  /**
   * Why this address, which the host name was resolved to, must not be called, as a sentence with the remedy;
   * undefined: it may be called. Every address must be asked about before a connection is made to it.
   */
  checkAddress(host: string, address: string): string | undefined

  /**
   * The same for a URL, as far as it can be told without resolving names: address literals in any spelling, and
   * `localhost`. A URL that cannot be read, or whose host is made of markers, passes here and is checked when it is
   * called.
   */
  checkUrl(url: string): string | undefined
}

export interface TargetRulesInput {
  /** Where the server itself listens: an address or a name. */
  readonly listenHost: string
  /** CIDRs, addresses, hosts and `*.suffix`es as in `TOCSIN_ALLOW_TARGETS`. */
  readonly allowTargets: readonly string[]
}

/** Throws an Error that completes "TOCSIN_ALLOW_TARGETS …" for an entry that is none of the forms. */
export function createTargetRules({ listenHost, allowTargets }: TargetRulesInput): TargetRules {
  const allowed = parseAllowed(allowTargets)
  const mayCallInside = isLoopbackHost(listenHost)

  function checkAddress(host: string, address: string): string | undefined {
    const ip = parseAddress(address)
    if (!ip) return `${address}, which ${host} stands for, is not an IP address.`
    const kind = classify(ip)
    if (kind === 'public') return undefined
    const { inside, words } = KINDS[kind]
    const text = ip.toString()
    const subject = host === address || host === text ? text : `${host} is ${text}, which`
    if (inside) {
      if (mayCallInside || allowed.hasHost(host) || allowed.hasAddress(ip)) return undefined
      return `${subject} is ${words}: webhooks may call it only if TOCSIN_ALLOW_TARGETS names it, by host or by network (for example ${text}/${bitsOf(ip)}).`
    }
    if (allowed.hasAddress(ip, kind)) return undefined
    return `${subject} is ${words}: webhooks may call it only if TOCSIN_ALLOW_TARGETS names exactly that network (for example ${text}/${bitsOf(ip)}).`
  }

  function checkUrl(url: string): string | undefined {
    const host = hostOf(url)
    if (host === undefined) return undefined
    if (isLocalhostName(host)) {
      const refusal = checkAddress(host, '127.0.0.1')
      return refusal && checkAddress(host, '::1') && refusal
    }
    return ipaddr.isValid(host) ? checkAddress(host, host) : undefined
  }

  return { checkAddress, checkUrl }
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6

type AddressKind = keyof typeof KINDS | 'public'

/** `inside`: opened by a host in the allow list or by listening on loopback; the others only by their own network. */
const KINDS = {
  loopback: { inside: true, words: 'a loopback address' },
  private: { inside: true, words: 'a private address' },
  reserved: { inside: true, words: 'an address reserved for special use' },
  metadata: { inside: false, words: 'an address of a cloud metadata service' },
  'link-local': { inside: false, words: 'a link-local address' },
  multicast: { inside: false, words: 'a multicast address' },
  broadcast: { inside: false, words: 'the broadcast address' },
  unspecified: { inside: false, words: 'an unspecified address, which means this very machine' },
} as const

/** Served to whoever asks from inside, credentials included: AWS, Azure, GCP, Alibaba, Oracle, and containers on AWS. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
])

function classify(ip: Ip): AddressKind {
  if (METADATA_ADDRESSES.has(ip.toString())) return 'metadata'
  switch (ip.range()) {
    case 'unicast':
    case 'as112':
    case 'as112v6':
      return 'public'
    case 'loopback':
      return 'loopback'
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return 'private'
    case 'linkLocal':
      return 'link-local'
    case 'multicast':
      return 'multicast'
    case 'broadcast':
      return 'broadcast'
    case 'unspecified':
      return 'unspecified'
    default:
      // Also whatever ranges a newer release of the library may name: not known to be public is not public.
      return 'reserved'
  }
}

/** An address as it will be reached: an IPv4 address inside an IPv6 one counts as the IPv4 address. */
function parseAddress(text: string): Ip | undefined {
  if (!ipaddr.isValid(text)) return undefined
  const ip = ipaddr.parse(text)
  return ip instanceof ipaddr.IPv6 ? (embeddedIpv4(ip) ?? ip) : ip
}

/** IPv4-mapped, IPv4-compatible, IPv4-translated, NAT64 (RFC 6052) and 6to4 (RFC 3056) addresses. */
function embeddedIpv4({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts
  if (a === 0x2002) return fromWords(b, c)
  const startsEmpty = a === 0 && b === 0 && c === 0 && d === 0
  if (startsEmpty && e === 0 && f === 0xffff) return fromWords(g, h)
  if (startsEmpty && e === 0xffff && f === 0) return fromWords(g, h)
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return fromWords(g, h)
  // `::` and `::1` are no IPv4-compatible addresses.
  if (startsEmpty && e === 0 && f === 0 && (g !== 0 || h > 1)) return fromWords(g, h)
  return undefined
}

function fromWords(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}

function bitsOf(ip: Ip): number {
  return ip.kind() === 'ipv4' ? 32 : 128
}

interface AllowedTargets {
  hasHost(host: string): boolean
  /** With a kind: only networks that are of this kind themselves count, so `0.0.0.0/0` does not open them. */
  hasAddress(ip: Ip, kind?: AddressKind): boolean
}

function parseAllowed(entries: readonly string[]): AllowedTargets {
  const networks: (readonly [Ip, number])[] = []
  const hosts = new Set<string>()
  const suffixes: string[] = []
  for (const entry of entries) {
    const text = entry.toLowerCase()
    const network = parseNetwork(text)
    if (network) networks.push(network)
    else if (/^\*\.[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text)) suffixes.push(text.slice(1))
    else if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(text) && !/(^|\.)[0-9]+\.?$/.test(text)) {
      hosts.add(text.replace(/\.$/, ''))
    } else
      throw new Error(`has "${entry}", not a CIDR such as 10.0.0.0/8, a host, or a suffix such as *.internal`)
  }
  return {
    hasHost(host) {
      const name = host.toLowerCase().replace(/\.$/, '')
      return hosts.has(name) || suffixes.some((suffix) => name.endsWith(suffix))
    },
    hasAddress: (ip, kind) =>
      networks.some(
        ([base, bits]) =>
          base.kind() === ip.kind() &&
          ip.match(base, bits) &&
          (kind === undefined || (bits >= 8 && classify(base) === kind)),
      ),
  }
}

/** `10.0.0.0/8`, `fd00::/8`, or a bare address, which stands for itself alone. */
function parseNetwork(text: string): readonly [Ip, number] | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || (text.includes(':') && ipaddr.isValidCIDR(text))) {
    return ipaddr.parseCIDR(text)
  }
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.isValid(text))
  const ip = isLiteral ? parseAddress(text) : undefined
  return ip && [ip, bitsOf(ip)]
}

/** The host as the URL standard reads it: `http://0x7f.1/` and `http://2130706433/` give `127.0.0.1`. */
function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || parsed.hostname === '') return undefined
  return parsed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function isLoopbackHost(host: string): boolean {
  if (isLocalhostName(host)) return true
  const ip = parseAddress(host)
  return ip !== undefined && classify(ip) === 'loopback'
}

function isLocalhostName(host: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(host)
}
