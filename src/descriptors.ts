import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Descriptors that a process needs besides its connections: database, log, libraries, name lookups. */
export const OTHER_DESCRIPTORS_MIN = 100

type Needs = Pick<Config, 'inFlightMax' | 'connectionsMax' | 'databasePool'>

/** As many as all that the configuration allows at once. */
export function descriptorsNeeded({ inFlightMax, connectionsMax, databasePool }: Needs): number {
  return inFlightMax + connectionsMax + databasePool + OTHER_DESCRIPTORS_MIN
}

/** Says so if the limit of the system is lower than that: then requests would fail as soon as there is much to do. */
export function warnOfFewDescriptors(config: Needs, log: Pick<Log, 'warn'>, limit = openFilesMax()): void {
  const needed = descriptorsNeeded(config)
  if (limit < needed) log.warn({ limit, needed }, 'service.few_descriptors')
}

/** Of this process, as Linux tells it; elsewhere nobody does. Node.js has raised it as far as it may when it started. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}
