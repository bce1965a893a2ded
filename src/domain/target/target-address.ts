import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { bitsOf, KINDS, parseTarget, type Target, type TargetEnd } from './target-kinds.ts'
import { parseTargetList, toHostName } from './target-list.ts'

/**
 * Addresses that webhooks may call: without rules, the author of a webhook could reach what only this machine can. A
 * server that listens on loopback only may call loopback and private addresses, as only local users can create webhooks
 * there.
 */
export interface TargetRules {
  /**
   * Says why a resolved address must not be called, with the remedy; undefined: it may be. Must be asked
   * about every address before a connection. Never throws.
   */
  checkAddress(host: string, address: string): string | undefined

  /**
   * Checks a URL without resolving names: address literals in any spelling, `localhost`, and denied hosts. An
   * unreadable URL, or one with markers in its host, passes and is checked when it is called. Never throws.
   */
  checkUrl(url: string): string | undefined
}

interface TargetRulesInput {
  /** The address or name on which the server listens. */
  readonly listenHost: string
  /** Entries as in `TOCSIN_ALLOW_TARGETS`. */
  readonly allowTargets: readonly string[]
  /** Entries as in `TOCSIN_DENY_TARGETS`; they override everything. */
  readonly denyTargets?: readonly string[]
}

/** Throws an Error for an invalid entry (see `parseTargetList`). */
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
    // `localhost` has two addresses; one allowed one suffices.
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

/** Begins a sentence about `end`, with how `host` leads there. Names nothing twice. */
function describeSubject(host: string, address: string, end: string): string {
  const isLiteral = parseTarget(host)?.ip.toString() === address
  const subject = isLiteral ? address : `${host} is ${address}, which`
  if (end === address) return subject
  return isLiteral ? `${address} leads to ${end}, which` : `${subject} leads to ${end}, which`
}

/** Reads the host as the URL standard does: `http://0x7f.1/` and `http://2130706433/` give `127.0.0.1`. */
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

/** The parts of an IPv6 address that identify a customer's network. */
const GROUP_PARTS = 4

/**
 * Returns the unit for limits per address: an IPv4 address, or the /64 of an IPv6 address. An address translated from
 * IPv4 (64:ff9b::/96) counts as IPv4, because all of them share one /64. Other texts stay as they are.
 */
export function addressGroup(address: string): string {
  // The usual case, asked for each request.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  if (ip.range() === 'rfc6052') return ipaddr.fromByteArray(ip.toByteArray().slice(12)).toString()
  const parts = ip.parts.map((part, index) => (index < GROUP_PARTS ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/${GROUP_PARTS * 16}`
}
