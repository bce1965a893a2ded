import type { FileHandle } from 'node:fs/promises'
import type { Clock } from '../../runtime/clock.ts'
import { failure } from '../program/cli-error.ts'
import { describeBytes } from '../view/human-size.ts'
import type { Session } from '../client/session.ts'

/** A service that sends nothing for so long is gone; how long the whole takes depends on its size alone. */
const SILENCE_MS_MAX = 120_000
const PROGRESS_BYTES = 4 * 1024 ** 2
/** The first bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
const SQLITE_MAGIC = Buffer.from('SQLite format 3\0', 'latin1')

export interface CopyDeps {
  readonly session: Pick<Session, 'context' | 'client'>
  readonly interrupted: AbortSignal
}

/**
 * The body of the response into the file; how many bytes it had. Throws a CliError if it breaks off or is no database.
 */
export async function copyDatabase(
  response: Response,
  handle: FileHandle,
  { session, interrupted }: CopyDeps,
): Promise<number> {
  const { clock, terminal } = session.context
  const body = response.body?.getReader()
  let byteCount = 0
  let head = Buffer.alloc(0)
  for (;;) {
    const chunk = await nextChunk(body, clock).catch((error: unknown) => {
      if (interrupted.aborted) throw failure('Interrupted; nothing was saved.', [], error)
      throw session.client.explainBreak(error)
    })
    if (chunk === undefined) break
    if (head.length < SQLITE_MAGIC.length) head = Buffer.concat([head, chunk])
    await handle.writeFile(chunk)
    const before = byteCount
    byteCount += chunk.byteLength
    const isStep = Math.floor(before / PROGRESS_BYTES) < Math.floor(byteCount / PROGRESS_BYTES)
    if (isStep && terminal.showsProgress) terminal.err(`\r${describeBytes(byteCount)} …`)
  }
  if (terminal.showsProgress && byteCount >= PROGRESS_BYTES) terminal.err('\r\u001b[K')
  checkIsDatabase(head)
  return byteCount
}

/** Undefined: that was the last one. Rejects when the connection breaks or falls silent. */
async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  clock: Clock,
): Promise<Uint8Array | undefined> {
  if (reader === undefined) return undefined
  const answered = new AbortController()
  try {
    const silence = clock.wait(SILENCE_MS_MAX, answered.signal).then(() => 'silence' as const)
    const next = await Promise.race([reader.read(), silence])
    if (next === 'silence') throw new Error(`nothing came for ${SILENCE_MS_MAX / 1000} s`)
    return next.value
  } finally {
    answered.abort()
  }
}

function checkIsDatabase(head: Buffer): void {
  if (head.subarray(0, SQLITE_MAGIC.length).equals(SQLITE_MAGIC)) return
  throw failure('What came is no SQLite database; nothing was saved.', [
    'Is this the address of Tocsin, with its base path if it has one?',
  ])
}
