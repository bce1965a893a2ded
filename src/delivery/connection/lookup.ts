import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { ConnectionError } from './connection-error.ts'
import { describeExhaustion } from './failure.ts'

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
