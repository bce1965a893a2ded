import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { createAddressMatcher } from '../../domain/target/host-patterns.ts'

/**
 * Proxies that a request may have come through. Of a longer `X-Forwarded-For` the address behind so many counts as the
 * caller.
 */
export const PROXIES_MAX = 16

/**
 * Whose `X-Forwarded-For` is believed, as the framework asks for it. It begins with the other end of the connection
 * and goes back through the header as long as the answer is yes; the first that is not a trusted proxy is the caller.
 */
export function createProxyTrust(
  proxies: readonly string[],
): false | ((address: string, hop: number) => boolean) {
  if (proxies.length === 0) return false
  const isTrusted = createAddressMatcher(proxies)
  return (address, hop) => hop < PROXIES_MAX && isTrusted(toAddress(address) ?? '')
}

/**
 * The address of the caller in its one spelling: without the port that some proxies add, IPv4 as IPv4. What a proxy
 * wrote that is no address counts as the proxy itself.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return toAddress(ip) ?? toAddress(socket.remoteAddress) ?? ''
}

function toAddress(text: string | undefined): string | undefined {
  // Nearly always it is one already, and this is asked several times for each request.
  if (text !== undefined && isIPv4(text)) return text
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text ?? '') ?? []
  const bare = bracketed ?? withPort ?? text ?? ''
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(':') && ipaddr.isValid(bare))
  return isLiteral ? ipaddr.process(bare).toString() : undefined
}
