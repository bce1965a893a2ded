import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { formatInstant } from '../../../domain/instant.ts'
import { hashToken } from '../../../domain/people/token.ts'
import type { Owner } from '../../../runtime/file-access.ts'
import { asOwner, explainAccess, explainReading, giveTo, ownerOf } from '../../../runtime/file-access.ts'
import { RestoreMistake, type BackupSummary, type RestoreReport, type RestoreRequest } from '../../restore.ts'
import { codeOf } from '../connection/faults.ts'
import { openDatabase } from '../connection/connect.ts'
import { spaceAround } from '../connection/free-space.ts'
import { dropKeptNames, keptName, lockDatabaseFile, refuseMounted } from '../connection/process-lock.ts'
import { BESIDE, lockIfUsed, withSecondNames } from '../engine/check-file.ts'
import { migrate, MIGRATIONS } from '../migrate.ts'
import { examineBackup, type Examined, refuseUnusable, summariseBackup } from './examine-backup.ts'
import { closeCleanly, flushFile, putInPlace } from './put-in-place.ts'

const COPY_BYTES = 1024 ** 2

/**
 * Replaces an unused database by a backup on which a service can start; or says what that would do. Throws
 * with a clear sentence, and then leaves the old database as it was.
 */
export function restoreFile(request: RestoreRequest): RestoreReport {
  const size = sizeOfBackup(request.backup)
  const file = placeOf(request.database)
  refuseSame(request.backup, file)
  const owner = ownerOf(file)
  const unlock = lockIfUsed(request.backup)
  const opened = openParts(request.backup)
  try {
    const job: Job = { request, file, owner, opened, byteCount: size }
    if (request.isDryRun) return preview(job)
    // Refuses before it changes the owner of anything.
    lockIfUsed(file)()
    giveTo(
      owner,
      ['', '.lock', '-shm', ...BESIDE].map((ending) => file + ending),
    )
    return asOwner(owner, () => restoreLocked(job))
  } finally {
    for (const { descriptor } of opened) closeSync(descriptor)
    unlock()
  }
}

interface Part {
  readonly ending: string
  readonly descriptor: number
}

interface Job {
  readonly request: RestoreRequest
  readonly file: string
  readonly owner: Owner | undefined
  readonly opened: readonly Part[]
  readonly byteCount: number
}

/** Opens the files once, as the user of the command, because the owner of the database may not read them. */
function openParts(backup: string): readonly Part[] {
  return ['', ...BESIDE]
    .filter((ending) => existsSync(backup + ending))
    .map((ending) => ({ ending, descriptor: openSync(backup + ending, 'r') }))
}

function preview(job: Job): RestoreReport {
  const { request, file, owner } = job
  // A file of root in somebody's folder is given to them first.
  if (statSync(file, { throwIfNoEntry: false })?.uid !== 0) asOwner(owner, () => refuseAccess(file))
  const unlock = asOwner(owner, () => lockUnlessInUse(file))
  try {
    refuseFull(job)
    return withSecondNames(request.backup, (name) => {
      const examined = about(request.backup, () => examineBackup(name, request.encryptionKeys))
      const old = existsSync(file) ? file : undefined
      const summary = summariseBackup(name, old)
      return toReport(job, {
        examined,
        summary,
        isAdminTokenKnown: knowsToken(name, job),
        isInUse: unlock === undefined,
      })
    })
  } finally {
    unlock?.()
  }
}

/** Returns undefined if a service uses it: reading beside it is allowed. */
function lockUnlessInUse(file: string): (() => void) | undefined {
  try {
    return lockIfUsed(file)
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === 'SQLITE_BUSY') return undefined
    throw error
  }
}

function restoreLocked(job: Job): RestoreReport {
  const { request, file, owner } = job
  refuseAccess(file)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabaseFile(file)
  const fresh = `${file}.restoring`
  try {
    dropKeptNames(file)
    removeWhole(fresh)
    refuseFull(job)
    for (const { ending, descriptor } of job.opened) copyPart(descriptor, fresh + ending)
    const examined = about(request.backup, () => {
      const examined = examineBackup(fresh, request.encryptionKeys)
      makeStartable(fresh, request.encryptionKeys)
      return examined
    })
    const isOldThere = existsSync(file)
    const isOldClosed = isOldThere && closeCleanly(file)
    const summary = summariseBackup(fresh, isOldClosed ? file : undefined)
    const isAdminTokenKnown = knowsToken(fresh, job)
    // Reading it left these.
    for (const ending of ['-wal', '-shm']) rmSync(fresh + ending, { force: true })
    flushFile(fresh, owner?.mode ?? 0o600)
    const report = toReport(job, {
      examined,
      summary: { ...summary, isOldUnreadable: isOldThere && (!isOldClosed || summary.isOldUnreadable) },
      isAdminTokenKnown,
      isInUse: false,
    })
    putInPlace(fresh, file, report.kept)
    return report
  } catch (error) {
    removeWhole(fresh)
    throw explain(error, file)
  } finally {
    unlock()
  }
}

/** Leaves nothing to the first start: no log, this release's schema, and no epoch. */
function makeStartable(file: string, encryptionKeys: readonly Uint8Array[]): void {
  const db = openDatabase({ file, sizeMax: 0, encryptionKeys })
  try {
    migrate(db)
    refuseUnusable(db, encryptionKeys)
    db.exec("DELETE FROM meta WHERE key = 'epoch'")
  } finally {
    db.close()
  }
  rmSync(`${file}-flushed`, { force: true })
}

interface Found {
  readonly examined: Examined
  readonly summary: BackupSummary
  readonly isAdminTokenKnown: boolean | null
  readonly isInUse: boolean
}

function toReport({ request, file, byteCount }: Job, found: Found): RestoreReport {
  const { examined, summary, isAdminTokenKnown, isInUse } = found
  const moment = formatInstant(request.now).replaceAll(/[:.]/g, '-')
  return {
    ...summary,
    database: file,
    byteCount,
    schema: { from: examined.schemaVersion, to: MIGRATIONS.length },
    altered: examined.altered,
    kept: existsSync(file) ? `${keptName(file)}${moment}` : null,
    isAdminTokenKnown,
    isInUse,
  }
}

/**
 * Tells whether the folder's token from a first start is in the backup, which may be older, or of another
 * service.
 */
function knowsToken(name: string, { request }: Job): boolean | null {
  let secret: string
  try {
    secret = readFileSync(request.adminTokenFile, 'utf8').trim()
  } catch {
    return null
  }
  const db = new Database(name, { readonly: true, fileMustExist: true })
  try {
    const find = db.prepare<[string], 1>('SELECT 1 FROM tokens WHERE hash = ? AND revoked_at IS NULL').pluck()
    return find.get(hashToken(secret)) !== undefined
  } finally {
    db.close()
  }
}

function sizeOfBackup(backup: string): number {
  const found = statOrSay(backup)
  if (!found) throw new RestoreMistake(`There is no file ${backup}.`)
  if (found.isDirectory())
    throw new RestoreMistake(`${backup} is a folder, and no backup. Name the file in it.`)
  if (!found.isFile()) throw new RestoreMistake(`${backup} is no file.`)
  const refusal = explainReading(backup)
  if (refusal !== undefined) throw new Error(refusal)
  return found.size + (statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

function statOrSay(backup: string): Stats | undefined {
  try {
    return statSync(backup, { throwIfNoEntry: false })
  } catch (error) {
    throw new Error(explainReading(backup) ?? String(error), { cause: error })
  }
}

/** Returns the file to which links lead: it is replaced, and they stay. */
function placeOf(database: string): string {
  const name = resolve(database)
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (!found) {
    const folder = existsSync(dirname(name)) ? realpathSync.native(dirname(name)) : dirname(name)
    if (process.geteuid?.() === 0 && !existsSync(folder))
      throw new Error(
        `The folder ${folder} is not there. Start the service once, so that it is made for its user.`,
      )
    return join(folder, basename(name))
  }
  if (found.isSymbolicLink() && !existsSync(name))
    throw new Error(
      `The database ${name} is a link to a file that is not there. Remove the link, or mend it.`,
    )
  const file = realpathSync.native(name)
  refuseMounted(file)
  return file
}

function refuseSame(backup: string, file: string): void {
  const [one, other] = [statSync(backup), statSync(file, { throwIfNoEntry: false })]
  if (other && one.dev === other.dev && one.ino === other.ino)
    throw new RestoreMistake(`${backup} is the database itself. Name a backup of it.`)
}

function refuseAccess(file: string): void {
  const refusal = explainAccess(file)
  if (refusal !== undefined) throw new Error(refusal)
}

function refuseFull({ file, byteCount }: Job): void {
  const { freeBytes } = spaceAround(file)()
  if (freeBytes < byteCount)
    throw noSpace(file, `${freeBytes} bytes are free, and the backup has ${byteCount}`)
}

function noSpace(file: string, because: string): Error {
  return new Error(
    `The disk of ${dirname(file)} has no room for a second database beside the one that is kept (${because}). Nothing was changed.`,
  )
}

function explain(error: unknown, file: string): unknown {
  const code = codeOf(error)
  return /^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) ? noSpace(file, code) : error
}

function about<Result>(backup: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) !== '' || !(error instanceof Error)) throw error
    throw new Error(`${backup} cannot be restored. ${error.message}`, { cause: error })
  }
}

function copyPart(from: number, to: string): void {
  const descriptor = openSync(to, 'wx', 0o600)
  try {
    const chunk = Buffer.alloc(COPY_BYTES)
    const { size } = fstatSync(from)
    for (let at = 0; at < size;) {
      const read = readSync(from, chunk, 0, chunk.length, at)
      if (read === 0) break
      for (let written = 0; written < read;) written += writeSync(descriptor, chunk, written, read - written)
      at += read
    }
  } finally {
    closeSync(descriptor)
  }
}

function removeWhole(file: string): void {
  for (const ending of ['', '-shm', ...BESIDE]) rmSync(file + ending, { force: true })
}
