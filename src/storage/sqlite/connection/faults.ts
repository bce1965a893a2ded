import { explainAccess } from '../../../runtime/file-access.ts'
import { AppError } from '../../../domain/errors.ts'
import { damagedDatabase } from '../../damage/damage.ts'
import type { DiskSpace } from './free-space.ts'

const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM|BUSY|LOCKED)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
const RETRY_AFTER_MS = 10_000

/** Returns the error that a client can act on; other errors as they are. */
export function explainFault(error: unknown): unknown {
  const code = codeOf(error)
  if (DAMAGED.test(code)) return damagedDatabase(code, error)
  if (!UNWRITABLE.test(code)) return error
  const what =
    code === 'SQLITE_FULL'
      ? 'The disk or the size limit of the database is full'
      : `The database cannot be written (${code})`
  return unavailable(what, error)
}

function unavailable(what: string, cause: unknown): AppError {
  return new AppError('unavailable', `${what}; nothing was changed.`, { retryAfterMs: RETRY_AFTER_MS, cause })
}

export function isDamage(error: unknown): boolean {
  return DAMAGED.test(codeOf(error))
}

/** Returns SQLite's code; empty for another error. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** Failures that pass, or when somebody frees space: codes of SQLite, and of Node.js for the files beside it. */
const PASSING = /^(?:SQLITE_(?:FULL|IOERR|NOMEM)|ENOSPC$|EDQUOT$|EIO$)/

/** SQLite says no more if it cannot create its log on a full disk. */
const UNOPENED = /^SQLITE_CANTOPEN/
/** The least that the log and its index need. */
const FREE_BYTES_MIN = 64 * 1024

/**
 * Explains why the file could not be opened: `unavailable` if a running service should wait for it; else in
 * SQLite's words.
 */
export function explainOpening(error: unknown, file: string, readSpace: () => DiskSpace): unknown {
  const code = codeOf(error)
  const isFull = UNOPENED.test(code) && readSpace().freeBytes < FREE_BYTES_MIN
  if (!PASSING.test(code) && !isFull) return toPlain(error, code, file)
  const what =
    isFull || /^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)
      ? 'The disk or the size limit of the database is full'
      : `The database cannot be read or written (${code})`
  return unavailable(what, error)
}

const UNUSABLE =
  /^(?:SQLITE_(?:READONLY|CANTOPEN|BUSY|LOCKED|PERM|AUTH)|E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR|EXIST)$)/

function toPlain(error: unknown, code: string, file: string): unknown {
  if (isDamage(error)) return damagedDatabase(code, error)
  if (!UNUSABLE.test(code)) return error
  const because = explainAccess(file) ?? `The database cannot be written (${code}): ${file}.`
  return new Error(because, { cause: error })
}
