import * as fc from 'fast-check'

/** Ways to write and to wrap an IPv4 address, for the tests of the address rules. Nothing of the rules is used here. */

/** IPv6 addresses that lead to an IPv4 address; where something of the sender's own is in them, it is a public one. */
export const EMBEDDED: readonly (readonly [name: string, embed: (ipv4: string) => string])[] = [
  ['mapped', (ipv4) => `::ffff:${ipv4}`],
  ['mapped, with a zone', (ipv4) => `::ffff:${ipv4}%eth0`],
  ['mapped, written out', (ipv4) => `0:0:0:0:0:FFFF:${words(ipv4).join(':')}`],
  ['compatible', (ipv4) => `::${ipv4}`],
  ['translated', (ipv4) => `::ffff:0:${ipv4}`],
  ['NAT64', (ipv4) => `64:ff9b::${ipv4}`],
  ['local NAT64, /48', (ipv4) => localNat64(ipv4, 6)],
  ['local NAT64, /56', (ipv4) => localNat64(ipv4, 7)],
  ['local NAT64, /64', (ipv4) => localNat64(ipv4, 8)],
  ['local NAT64, /96', (ipv4) => `64:ff9b:1::${ipv4}`],
  ['6to4', (ipv4) => `2002:${words(ipv4).join(':')}::1`],
  ['Teredo, the server', (ipv4) => `2001:0:${words(ipv4).join(':')}:0:1234:f7f7:f7f7`],
  ['Teredo, the client', (ipv4) => `2001:0:808:808:0:1234:${words(ipv4, 0xffff).join(':')}`],
  ['ISATAP', (ipv4) => `2606:4700::5efe:${ipv4}`],
  ['ISATAP, global', (ipv4) => `2606:4700::200:5efe:${ipv4}`],
  ['ISATAP in 6to4', (ipv4) => `2002:808:808::5efe:${ipv4}`],
]

/** Any spelling of the host that a URL parser reads as this address. */
export function hostSpellings(ipv4: string): fc.Arbitrary<string> {
  const numbers = fc.integer({ min: 1, max: 4 }).map((count) => merge(octetsOf(ipv4), count))
  const spelled = numbers.chain((parts) =>
    fc.tuple(...parts.map((part) => spellings(part))).map((texts) => texts.join('.')),
  )
  return fc
    .tuple(spelled, fc.constantFrom('', '.'), fc.constantFrom(...DISGUISES))
    .map(([text, lastDot, disguise]) => disguise(text + lastDot))
    .chain((text) => fc.constantFrom(text, percentEncoded(text)))
}

/** An address of one of the networks, written as `10.0.0.0/8`. */
export function addressIn(networks: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...networks), fc.nat({ max: 0xffffffff })).map(([network, chance]) => {
    const [base = '', bits = '32'] = network.split('/')
    const [number = 0] = merge(octetsOf(base), 1)
    return toDotted(number + (chance % 2 ** (32 - Number(bits))))
  })
}

function spellings(part: number): fc.Arbitrary<string> {
  const zeros = fc.nat({ max: 3 }).map((count) => '0'.repeat(count))
  const hex = zeros.map((zeros) => `0x${zeros}${part.toString(16)}`)
  return fc.oneof(
    fc.constant(String(part)),
    zeros.map((zeros) => `0${zeros}${part.toString(8)}`),
    hex,
    hex.map((text) => text.toUpperCase()),
  )
}

const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('.', '。'),
  (text) => text.replaceAll('.', '｡'),
  // Full-width forms of ASCII stand 0xfee0 further on.
  (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text) => `\u00ad${text}\u200b`,
]

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('')
}

/** So many parts, the last of which holds all that is left: 127.0.0.1 in two is 127 and 1. */
function merge(octets: readonly number[], count: number): readonly number[] {
  const last = octets.slice(count - 1).reduce((sum, octet) => sum * 256 + octet, 0)
  return [...octets.slice(0, count - 1), last]
}

function words(ipv4: string, mask = 0): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(ipv4)
  return [a * 256 + b, c * 256 + d].map((word) => (word ^ mask).toString(16))
}

/** RFC 6052, section 2.2: the eighth octet stays empty. */
function localNat64(ipv4: string, start: number): string {
  const octets = [0x00, 0x64, 0xff, 0x9b, 0, 1, ...Array<number>(10).fill(0)]
  let place = start
  for (const octet of octetsOf(ipv4)) {
    if (place === 8) place += 1
    octets[place] = octet
    place += 1
  }
  const hex = Buffer.from(octets).toString('hex')
  return hex.match(/.{4}/g)?.join(':') ?? ''
}

function octetsOf(ipv4: string): readonly number[] {
  return ipv4.split('.').map(Number)
}

function toDotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.')
}
