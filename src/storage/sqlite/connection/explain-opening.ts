import { AppError } from '../../../domain/errors.ts'
import { damagedDatabase } from '../../damage/damage.ts'
import { explainAccess } from '../../../runtime/file-access.ts'
import { codeOf, isDamage } from './faults.ts'
import type { DiskSpace } from './free-space.ts'

/**
 * Failures that pass by themselves, or when somebody frees space: SQLite's own codes, and those of Node.js for the
 * files beside it.
 */
const PASSING = /^(?:SQLITE_(?:FULL|IOERR|NOMEM)|ENOSPC$|EDQUOT$|EIO$)/

/** SQLite cannot make its log on a full disk either, and says no more than that. */
const UNOPENED = /^SQLITE_CANTOPEN/
/** The least that the log and its index need. */
const FREE_BYTES_MIN = 64 * 1024

const RETRY_AFTER_MS = 10_000

/**
 * Explains why the file could not be opened: `unavailable` if a running service should wait for it; every other
 * failure is for a person, in SQLite's words.
 */
export function explainOpening(error: unknown, file: string, readSpace: () => DiskSpace): unknown {
  const code = codeOf(error)
  const isFull = UNOPENED.test(code) && readSpace().freeBytes < FREE_BYTES_MIN
  if (!PASSING.test(code) && !isFull) return toPlain(error, code, file)
  const what =
    isFull || /^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)
      ? 'The disk or the size limit of the database is full'
      : `The database cannot be read or written (${code})`
  return new AppError('unavailable', `${what}; nothing was changed.`, {
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  })
}

const UNUSABLE =
  /^(?:SQLITE_(?:READONLY|CANTOPEN|BUSY|LOCKED|PERM|AUTH)|E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR|EXIST)$)/

function toPlain(error: unknown, code: string, file: string): unknown {
  if (isDamage(error)) return damagedDatabase(code, error)
  if (!UNUSABLE.test(code)) return error
  const because = explainAccess(file) ?? `The database cannot be written (${code}): ${file}.`
  return new Error(because, { cause: error })
}
