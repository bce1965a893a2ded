import { AppError } from '../../../domain/errors.ts'
import { damagedDatabase } from '../../damage/damage.ts'

const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM|BUSY|LOCKED)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
const RETRY_AFTER_MS = 10_000

/** A fault of the database as the refusal that a client can act on; everything else stays what it is. */
export function explainFault(error: unknown): unknown {
  const code = codeOf(error)
  if (DAMAGED.test(code)) return damagedDatabase(code, error)
  if (!UNWRITABLE.test(code)) return error
  const what =
    code === 'SQLITE_FULL'
      ? 'The disk or the size limit of the database is full'
      : `The database cannot be written (${code})`
  return new AppError('unavailable', `${what}; nothing was changed.`, {
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  })
}

/** SQLite has read something that it never wrote so. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.test(codeOf(error))
}

/** Returns SQLite's code of an error; empty for another error. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}
