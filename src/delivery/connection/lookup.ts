import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Monotonic } from '../../domain/instant.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import { ConnectionError, describeExhaustion } from './failure.ts'

/** Resolves a name to its addresses. */
export type Lookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** The machine's own way. */
export const lookupAll: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))
}

/**
 * A lookup occupies one of the few threads that the whole process has for them, and a dead name server holds it for
 * seconds. So all who ask for one name at the same time share one lookup.
 */
export function shareLookups(lookup: Lookup): Lookup {
  const underWay = new Map<string, Parameters<Lookup>[1][]>()
  return (hostname, callback) => {
    const others = underWay.get(hostname)
    if (others) return void others.push(callback)
    const waiting = [callback]
    underWay.set(hostname, waiting)
    lookup(hostname, (error, addresses) => {
      underWay.delete(hostname)
      for (const callback of waiting) callback(error, addresses)
    })
  }
}

/** Gives the addresses that were looked up before, whatever is asked: this is the pin. */
export function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }
}

/** A name that could not be looked up, as a failure of the connection: its own, or ours. */
export function lookupError(error: NodeJS.ErrnoException, hostname: string): ConnectionError {
  const exhaustion = describeExhaustion(error)
  return exhaustion === undefined
    ? new ConnectionError('dns', describeLookupFailure(error, hostname), error)
    : new ConnectionError('exhaustion', exhaustion, error)
}

function describeLookupFailure(error: NodeJS.ErrnoException, hostname: string): string {
  if (error.code === 'ENOTFOUND') return `the name ${hostname} does not exist, or has no address`
  return `the name ${hostname} could not be resolved (${error.code ?? error.message})`
}

/** Why a target must not be asked of a proxy, as a sentence with the remedy; undefined: it may. Never rejects. */
export type ProxyGuard = (hostname: string) => Promise<string | undefined>

interface ProxyGuardDeps {
  readonly targets: Pick<TargetRules, 'checkAddress' | 'checkUrl'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly lookup: Lookup
}

/** Limits the lookup: behind a proxy, outside names are often unknown here, and a lookup may take very long. */
const LOOKUP_MS_MAX = 1_000
/** A name that could not be resolved in time is not asked for again so soon: each time costs a thread for seconds. */
const FORGET_MS = 60_000
const NAMES_MAX = 1_000

/**
 * Refuses addresses and forbidden names as without a proxy, and names that resolve only to refused addresses here.
 * The proxy checks every other name: its meaning there is not known here.
 */
export function createProxyGuard({ targets, clock, lookup }: ProxyGuardDeps): ProxyGuard {
  const slowUntil = new BoundedMap<string, Monotonic>(NAMES_MAX)

  async function checkName(hostname: string): Promise<string | undefined> {
    const until = slowUntil.get(hostname)
    if (until !== undefined && clock.monotonic() < until) return undefined
    const addresses = await resolveInTime(hostname)
    if (addresses === 'late') {
      slowUntil.set(hostname, clock.monotonic() + FORGET_MS)
      return undefined
    }
    const refusals = addresses.map((address) => targets.checkAddress(hostname, address))
    return refusals.includes(undefined) ? undefined : refusals[0]
  }

  function resolveInTime(hostname: string): Promise<readonly string[] | 'late'> {
    return new Promise((resolve) => {
      const cancel = clock.after(LOOKUP_MS_MAX, () => resolve('late'))
      lookup(hostname, (error, addresses) => {
        cancel()
        resolve(error ? [] : addresses.map(({ address }) => address))
      })
    })
  }

  return async (hostname) => {
    const isLiteral = isIP(hostname) !== 0
    const refusal = isLiteral
      ? targets.checkAddress(hostname, hostname)
      : targets.checkUrl(`http://${hostname}/`)
    return refusal ?? (isLiteral ? undefined : checkName(hostname))
  }
}
