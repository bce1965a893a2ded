import { closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { FOLDER_IN_PLACE } from '../domain/errors.ts'

/** Secrets are short; a longer file is another one. */
const FILE_BYTES_MAX = 64 * 1024
/** A pipe without a writer must not block a start. */
const PIPE_MS_MAX = 3_000
const PIPE_CHECK_MS = 10

/** Texts of pipes by path: a pipe can be read once, and a check of the settings reads twice. */
const pipes = new Map<string, string>()

/** Reads a file or a pipe (`<(pass show tocsin)`). Throws an Error with the reason. */
export function readSecretFile(file: string): string {
  const found = statSync(file)
  if (found.isDirectory()) throw new Error(`it ${FOLDER_IN_PLACE}`)
  if (found.isFIFO()) return readPipeOnce(file)
  if (!found.isFile()) throw new Error('it is no file')
  if (found.size > FILE_BYTES_MAX) throw new Error('it is too large')
  return readFileSync(file, 'utf8')
}

function readPipeOnce(file: string): string {
  const text = pipes.get(file) ?? readPipe(file)
  pipes.set(file, text)
  return text
}

function readPipe(file: string): string {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const bytes = Buffer.alloc(FILE_BYTES_MAX + 1)
  const endsAt = performance.now() + PIPE_MS_MAX
  let length = 0
  try {
    for (;;) {
      const count = readNow(fd, bytes.subarray(length))
      // Before the first byte, an end may mean that no writer has opened the pipe yet.
      if (count === 0 && length > 0) return bytes.toString('utf8', 0, length)
      length += count ?? 0
      if (length > FILE_BYTES_MAX) throw new Error('it is too large')
      if (performance.now() > endsAt)
        throw new Error(`it is a pipe that did not end within ${PIPE_MS_MAX / 1_000} s`)
      if (!count) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_CHECK_MS)
    }
  } finally {
    closeSync(fd)
  }
}

/** Returns undefined if the writer has sent nothing yet. */
function readNow(fd: number, into: Buffer): number | undefined {
  try {
    return readSync(fd, into)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return undefined
  }
}

/** Returns the letters of chmod for others than the service who can read a file; '': nobody. */
export function otherReadersOf(file: string): '' | 'g' | 'o' | 'go' {
  const found = statSync(file, { throwIfNoEntry: false })
  if (process.platform === 'win32' || found?.isFile() !== true) return ''
  const isOpenToGroup = (found.mode & 0o040) !== 0 && !ownGroups().has(found.gid)
  return `${isOpenToGroup ? 'g' : ''}${(found.mode & 0o004) !== 0 ? 'o' : ''}`
}

/** The groups of this process, and root's, who reads everything. */
function ownGroups(): ReadonlySet<number> {
  return new Set([0, process.getegid?.() ?? 0, ...(process.getgroups?.() ?? [])])
}
