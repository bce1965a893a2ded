import { isIP } from 'node:net'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Lookup } from './lookup.ts'

/** Why a target must not be asked of a proxy, as a sentence with the remedy; undefined: it may. Never rejects. */
export type ProxyGuard = (hostname: string) => Promise<string | undefined>

export interface ProxyGuardDeps {
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
