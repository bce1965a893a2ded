import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads a file that nobody but `isOwner` may have written: the file is opened once, no link is followed, and what was
 * opened is checked and read. Undefined: it is not there, may not be read, or is somebody else's.
 */
export function readOwnFile(path: string, isOwner: (uid: number) => boolean): string | undefined {
  try {
    if (!isOwner(lstatSync(dirname(path)).uid)) return undefined
    return readOpened(path, isOwner)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function readOpened(path: string, isOwner: (uid: number) => boolean): string | undefined {
  // Neither flag exists on Windows; a pipe in its place must not hold us up.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const status = fstatSync(descriptor)
    return status.isFile() && isOwner(status.uid) ? readFileSync(descriptor, 'utf8') : undefined
  } finally {
    closeSync(descriptor)
  }
}
