import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'

/** Descriptors that a process needs besides its connections: database, log, libraries, name lookups. */
export const OTHER_DESCRIPTORS_MIN = 100

/** Sockets that listen at one address, so that as many clients are let in at once. */
export const LISTENING_SOCKETS_MAX = 64

/**
 * Where the system allows few descriptors, they are for connections: each socket that listens stands for so many of
 * them.
 */
const DESCRIPTORS_PER_LISTENING_SOCKET = 64

type Needs = Pick<Config, 'inFlightMax' | 'connectionsMax' | 'databasePool'>

/** Returns the number of descriptors that the configuration may use at once. */
export function descriptorsNeeded({ inFlightMax, connectionsMax, databasePool }: Needs): number {
  return inFlightMax + connectionsMax + databasePool + LISTENING_SOCKETS_MAX + OTHER_DESCRIPTORS_MIN
}

/** Says so if the limit of the system is lower than that: then requests would fail as soon as there is much to do. */
export function warnOfFewDescriptors(
  config: Needs,
  log: Pick<Log, 'warn'>,
  limit = descriptorsAllowed(),
): void {
  const needed = descriptorsNeeded(config)
  if (limit < needed) log.warn({ limit, needed }, 'service.few_descriptors')
}

/** Returns how many sockets listen in a process with this limit of descriptors. */
export function countListeningSockets(limit = descriptorsAllowed()): number {
  const affordable = Math.floor(limit / DESCRIPTORS_PER_LISTENING_SOCKET)
  return Math.min(LISTENING_SOCKETS_MAX, Math.max(1, affordable))
}

/**
 * Returns how many descriptors this process may open, as Linux reports it; undefined elsewhere. Node.js has raised
 * the limit as far as it may when it started.
 */
function descriptorsAllowed(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
