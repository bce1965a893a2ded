import { closeSync, fstatSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const SEGMENT_BYTES = 16 * 1024 * 1024
const TIMELINE = '00000001'

export interface LogPlace {
  /** A file of `pg_wal`. */
  readonly segment: string
  readonly offset: number
}

/** Where a position in the log of PostgreSQL (`0/1A2B3C4D`) lies, on its first timeline and in segments of 16 MiB. */
export function placeInLog(position: string): LogPlace {
  const [high = '', low = ''] = position.split('/')
  const within = Number.parseInt(low, 16)
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return {
    segment: `${TIMELINE}${hex(Number.parseInt(high, 16))}${hex(Math.floor(within / SEGMENT_BYTES))}`,
    offset: within % SEGMENT_BYTES,
  }
}

/**
 * Takes away all that a server that is down wrote into its log after a position: what it had flushed ends there,
 * and it has written no page of data since that is not in the log before it (`databases.ts` sees to that).
 */
export function cutLog(dataFolder: string, position: string): void {
  const { segment, offset } = placeInLog(position)
  const folder = join(dataFolder, 'pg_wal')
  for (const name of readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))) {
    if (name > segment) rmSync(join(folder, name))
  }
  const descriptor = openSync(join(folder, segment), 'r+')
  try {
    writeSync(descriptor, Buffer.alloc(fstatSync(descriptor).size - offset), 0, undefined, offset)
  } finally {
    closeSync(descriptor)
  }
}
