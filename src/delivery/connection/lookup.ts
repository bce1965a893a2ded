import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Monotonic } from '../../domain/instant.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import { ConnectionError, describeExhaustion } from './failure.ts'

export type Lookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** Resolves as the system does. */
export const lookupAll: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))
}

/**
 * Shares one lookup among all who ask for a name at the same time: a dead name server would hold the process's few
 * lookup threads for seconds each.
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

/** Returns the addresses that were checked, whatever is asked: this pins them. */
export function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }
}

/** Returns a failed lookup as a failure of the connection, or as resource exhaustion. */
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

/** Says why a proxy must not be asked for a target, with the remedy; undefined: it may. Never rejects. */
export type ProxyGuard = (hostname: string) => Promise<string | undefined>

interface ProxyGuardDeps {
  readonly targets: Pick<TargetRules, 'checkAddress' | 'checkUrl'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly lookup: Lookup
}

/** Limits the lookup: behind a proxy, outside names are often unknown here and slow. */
const LOOKUP_MS_MAX = 1_000
/** The time for which a name that was too slow is not looked up again: each lookup holds a thread for seconds. */
const FORGET_MS = 60_000
const NAMES_MAX = 1_000

/**
 * Refuses what is refused without a proxy, and names that resolve only to refused addresses here. The proxy checks all
 * other names, since they may resolve differently there.
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
