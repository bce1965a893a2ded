import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Parts of an IPv6 address that name the network of one customer, who has all addresses in it. */
const GROUP_PARTS = 4

/**
 * Returns the unit by which addresses are limited: an IPv4 address, however it is written, or the /64 of an IPv6
 * address. An address that a translator brings from IPv4 (64:ff9b::/96) counts as that IPv4 address, because all of
 * them lie in one /64. A text that is no address stays as it is.
 */
export function addressGroup(address: string): string {
  // Nearly all are, and this is asked for each request.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  if (ip.range() === 'rfc6052') return ipaddr.fromByteArray(ip.toByteArray().slice(12)).toString()
  const parts = ip.parts.map((part, index) => (index < GROUP_PARTS ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/${GROUP_PARTS * 16}`
}
