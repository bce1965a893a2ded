import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { bitsOf, KINDS, parseTarget, type Target, type TargetEnd } from './target-kinds.ts'
import { parseTargetList, toHostName } from './target-list.ts'

/**
 * Which addresses webhooks may call. A webhook makes this server send requests, so without such rules its author could
 * reach what only this machine can reach. A server that listens on loopback only may call loopback and private
 * addresses: nobody but a local user can create a webhook there.
 */
export interface TargetRules {
  /**
   * Why this address, which the host name was resolved to, must not be called, as a sentence with the remedy;
   * undefined: it may be called. Every address must be asked about before a connection is made to it. Never throws.
   */
  checkAddress(host: string, address: string): string | undefined

  /**
   * Checks a URL as far as possible without resolving names: address literals in any spelling, `localhost`, and hosts
   * that are denied by name. A URL that cannot be read, or whose host is made of markers, passes here and is checked
   * when it is called. Never throws.
   */
  checkUrl(url: string): string | undefined
}

interface TargetRulesInput {
  /** Where the server itself listens: an address or a name. */
  readonly listenHost: string
  /** CIDRs, addresses, hosts and `*.suffix`es as in `TOCSIN_ALLOW_TARGETS`. */
  readonly allowTargets: readonly string[]
  /** The denied targets, in the forms of `TOCSIN_DENY_TARGETS`; they win over everything. None if left out. */
  readonly denyTargets?: readonly string[]
}

/** Throws an Error for an entry that has none of the forms (see `parseTargetList`). */
export function createTargetRules(input: TargetRulesInput): TargetRules {
  const allowed = parseTargetList(input.allowTargets)
  const denied = parseTargetList(input.denyTargets ?? [])
  const mayCallInside = isLoopbackHost(input.listenHost)

  function checkAddress(host: string, address: string): string | undefined {
    const target = parseTarget(address)
    if (!target) return `${address}, which ${host} stands for, is not an IP address.`
    const denial = deniedHost(host) ?? deniedAddress(host, target)
    if (denial !== undefined) return denial
    const end = target.ends.find((end) => !isAllowed(host, target, end))
    return end && describeRefusal(host, target, end)
  }

  function checkUrl(url: string): string | undefined {
    const host = hostOf(url)
    if (host === undefined) return undefined
    if (!isLocalhostName(host)) return parseTarget(host) ? checkAddress(host, host) : deniedHost(host)
    // It has two addresses; one that may be called is enough.
    const refusal = checkAddress(host, '127.0.0.1')
    return refusal && checkAddress(host, '::1') && refusal
  }

  function deniedHost(host: string): string | undefined {
    const entry = denied.findHost(host)
    return entry && `${host} must not be called: TOCSIN_DENY_TARGETS names it by "${entry}". ${UNDENY}`
  }

  function deniedAddress(host: string, { ip, ends }: Target): string | undefined {
    for (const denyable of [ip, ...ends.map((end) => end.ip)]) {
      const entry = denied.findAddress(denyable)
      if (entry === undefined) continue
      const subject = describeSubject(host, ip.toString(), denyable.toString())
      return `${subject} must not be called: TOCSIN_DENY_TARGETS names it by "${entry}". ${UNDENY}`
    }
    return undefined
  }

  function isAllowed(host: string, { ip }: Target, end: TargetEnd): boolean {
    switch (KINDS[end.kind].opening) {
      case 'open':
        return true
      case 'inside':
        if (mayCallInside || allowed.findHost(host) !== undefined) return true
        return [ip, end.ip].some((each) => allowed.findAddress(each) !== undefined)
      case 'exact':
        return [ip, end.ip].some((each) => allowed.findAddressOfKind(each, end.kind) !== undefined)
    }
  }

  return { checkAddress, checkUrl }
}

const UNDENY = 'To allow it, remove that entry or make it narrower.'

function describeRefusal(host: string, target: Target, { ip, kind }: TargetEnd): string {
  const { words, opening } = KINDS[kind]
  const text = ip.toString()
  const example = `(for example ${text}/${bitsOf(ip)})`
  const how = opening === 'exact' ? `exactly that network ${example}` : `it, by host or by network ${example}`
  return `${describeSubject(host, target.ip.toString(), text)} is ${words}: webhooks may call it only if TOCSIN_ALLOW_TARGETS names ${how}.`
}

/**
 * The beginning of a sentence that goes on with the kind of the address `end`: how `host` leads there. Names nothing
 * twice.
 */
function describeSubject(host: string, address: string, end: string): string {
  const isLiteral = parseTarget(host)?.ip.toString() === address
  const subject = isLiteral ? address : `${host} is ${address}, which`
  if (end === address) return subject
  return isLiteral ? `${address} leads to ${end}, which` : `${subject} leads to ${end}, which`
}

/** The host as the URL standard reads it: `http://0x7f.1/` and `http://2130706433/` give `127.0.0.1`. */
function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || parsed.hostname === '') return undefined
  return parsed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function isLoopbackHost(host: string): boolean {
  if (isLocalhostName(host)) return true
  const ends = parseTarget(host)?.ends ?? []
  return ends.length > 0 && ends.every(({ kind }) => kind === 'loopback')
}

/** RFC 6761, section 6.3: these names are loopback everywhere. */
function isLocalhostName(host: string): boolean {
  return /^(.+\.)?localhost$/.test(toHostName(host))
}

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
