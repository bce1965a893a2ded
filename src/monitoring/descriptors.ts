import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'

/** Descriptors that a process needs besides its connections: database, log, libraries, name lookups. */
export const OTHER_DESCRIPTORS_MIN = 100

/** Limits sockets that listen at one address; each accepts its own clients. */
export const LISTENING_SOCKETS_MAX = 64

/** Where descriptors are few, each listening socket counts as this many, to leave the rest for connections. */
const DESCRIPTORS_PER_LISTENING_SOCKET = 64

type Needs = Pick<Config, 'inFlightMax' | 'connectionsMax' | 'databasePool'>

/** Returns how many descriptors the configuration may use. */
export function descriptorsNeeded({ inFlightMax, connectionsMax, databasePool }: Needs): number {
  return inFlightMax + connectionsMax + databasePool + LISTENING_SOCKETS_MAX + OTHER_DESCRIPTORS_MIN
}

/** Warns if the limit of the system is lower than that: under load requests would fail. */
export function warnOfFewDescriptors(
  config: Needs,
  log: Pick<Log, 'warn'>,
  limit = descriptorsAllowed(),
): void {
  const needed = descriptorsNeeded(config)
  if (limit < needed) log.warn({ limit, needed }, 'service.few_descriptors')
}

/** Returns how many sockets listen under this limit of descriptors. */
export function countListeningSockets(limit = descriptorsAllowed()): number {
  const affordable = Math.floor(limit / DESCRIPTORS_PER_LISTENING_SOCKET)
  return Math.min(LISTENING_SOCKETS_MAX, Math.max(1, affordable))
}

/**
 * Returns how many descriptors Linux allows this process; undefined elsewhere. Node.js raises the limit when it starts.
 */
function descriptorsAllowed(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
