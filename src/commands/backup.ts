import { rm, type FileHandle } from 'node:fs/promises'
import { messageOf, usageError, failure } from '../../cli/program/cli-error.ts'
import { actOnService, printJson, type Session, wantsJson } from '../../cli/client/session.ts'
import { type CliContext, TaughtCommand } from '../../cli/program/command.ts'
import type { Clock } from '../domain/clock.ts'
import { exists, replaceFile, temporaryOf } from '../../cli/options/files.ts'
import { describeBytes } from '../../cli/view/human-units.ts'
import { checkDatabaseFile } from '../app/open-store.ts'
import { Screen } from '../../cli/view/screen.ts'

/** Limits silence only: the whole takes as long as the database is large. */
const SILENCE_MS_MAX = 120_000
const PROGRESS_BYTES = 4 * 1024 ** 2
/** The first bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
const SQLITE_MAGIC = Buffer.from('SQLite format 3\0', 'latin1')

export function defineBackup(context: CliContext) {
  const command = new TaughtCommand('backup', {
    summary: 'save a copy of the database while the service runs',
    description:
      'Fetches a consistent copy of the database from the running service into FILE (mode 0600: it holds header values and history). The copy is written beside it as FILE.tmp and renamed when it is whole. To put it back: `tocsin restore`, while the service is stopped.',
    examples: {
      'tocsin backup tocsin-2026-09-14.db': 'into a new file',
      'tocsin backup --force /var/backups/tocsin.db': 'over the last one',
      'tocsin backup verify tocsin-2026-09-14.db': 'whether it is whole',
    },
  })
    .addCommand(defineVerifyBackup(context))
    .argument('<file>', 'where to write it')
    .option('-f, --force', 'write over a file that exists')
  return actOnService(command, context, async (session, { force }, file) => {
    const temporary = temporaryOf(file)
    if (force) await rm(temporary, { force: true })
    else await refuseExisting(file, temporary)
    const byteCount = await save(session, file)
    session.print(JSON.stringify({ file, bytes: byteCount }), (screen) => {
      screen.line(`Saved ${describeBytes(byteCount)} in ${file}`)
    })
  })
}

async function refuseExisting(file: string, temporary: string): Promise<void> {
  if (await exists(file)) {
    throw usageError(`${file} exists already; name another file, or write over it with --force.`)
  }
  if (await exists(temporary)) {
    throw usageError(
      `${temporary} exists: another backup is being written, or one was interrupted; with --force it is written over.`,
    )
  }
}

async function save(session: Session, file: string): Promise<number> {
  const interrupted = session.context.untilInterrupted()
  const response = await session.client.openStream(
    { method: 'GET', path: '/v1/backup', headers: { accept: 'application/vnd.sqlite3' } },
    interrupted,
  )
  let byteCount = 0
  await replaceFile(file, session.context.machine, async (handle) => {
    byteCount = await copyDatabase(response, handle, session, interrupted)
  })
  return byteCount
}

function defineVerifyBackup(context: CliContext) {
  const command = new TaughtCommand('verify', {
    summary: 'check that a backup is whole',
    description:
      'Reads all of FILE, a backup or the database file of a stopped service: its structure, the log beside it, and whether each event is what was taken in. Changes nothing. The exit code is 1 if anything is damaged. A service checks its own file in the same way each night at 3 o’clock, after a crash, and at the first start on a backup.',
    examples: { 'tocsin backup verify tocsin-2026-09-14.db': 'before you rely on it' },
  })
    .argument('<file>', 'the backup')
    .option('--json', 'print JSON, for programs')
  return command.action(async (file) => {
    const findings = await checkDatabaseFile(file).catch((error: unknown) => {
      throw failure(`${file}: ${messageOf(error)}`, [], error)
    })
    if (wantsJson(command))
      printJson(context, JSON.stringify({ file, whole: findings.length === 0, findings }))
    else showFindings(new Screen(context.terminal), file, findings)
    if (findings.length > 0) context.noteRefusal()
  })
}

function showFindings(screen: Screen, file: string, findings: readonly string[]): void {
  if (findings.length === 0) return screen.line(`${file} is whole.`)
  screen.line(`${file} is damaged:`)
  for (const finding of findings) screen.line(`  ${finding}`)
  screen.line('Use an older backup. docs/health.md, "A damaged database", says what else can be done.')
}

/**
 * Writes the body into the file and returns its bytes. Throws a CliError if it breaks off or is no database.
 */
async function copyDatabase(
  response: Response,
  handle: FileHandle,
  session: Session,
  interrupted: AbortSignal,
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
  if (!head.subarray(0, SQLITE_MAGIC.length).equals(SQLITE_MAGIC))
    throw failure('What came is no SQLite database; nothing was saved.', [
      'Is this the address of Tocsin, with its base path if it has one?',
    ])
  return byteCount
}

/** Returns undefined at the end. Rejects if the connection breaks or falls silent. */
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
