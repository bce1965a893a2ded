import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const PLACE = '/dev/shm'
const GIB = 1024 ** 3
/** Many times what all tests hold at once. */
const ROOM_BYTES_MIN = 2 * GIB
/** With what their processes need. */
const MEMORY_BYTES_MIN = 6 * GIB

/**
 * A folder in memory for all that tests write, where a machine has memory for one: each commit of theirs would wait
 * for the disk, and nothing is to outlive them. What `kill -9` leaves is there as on a disk.
 */
export function makeMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(PLACE)
    if (bavail * bsize < ROOM_BYTES_MIN || process.availableMemory() < MEMORY_BYTES_MIN) return undefined
    const folder = mkdtempSync(join(PLACE, 'tocsin-tests-'))
    // As /tmp: a database server that root starts runs as somebody else.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    return undefined
  }
}
