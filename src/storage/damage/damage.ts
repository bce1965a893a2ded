import { AppError } from '../../domain/errors.ts'

/** The delay of a repeat: damage does not pass by itself, so a repeat succeeds only if somebody mended it. */
export const DAMAGED_RETRY_MS = 60_000

/** The way to the backup, for people. */
const REMEDY = 'Restore a backup: docs/operations.md, "A damaged database"'

/**
 * The time for which damage of a server's database is reported after it was found last, in milliseconds: within these
 * ten minutes housekeeping reads everything that is stored.
 */
export const DAMAGE_LOGGED_MS = 10 * 60_000

/** Reports that the engine read something else than it wrote. `code` is its name for that. */
export function damagedDatabase(code: string, cause: unknown): AppError {
  return new AppError(
    'damaged',
    `The database is ${code === 'SQLITE_NOTADB' ? 'not a database, or ' : ''}damaged (${code}). ${REMEDY}.`,
    {
      retryAfterMs: DAMAGED_RETRY_MS,
      cause,
    },
  )
}

/** Tells whether the database itself is damaged, and not one thing in it. */
export function isDamagedDatabase(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'damaged' && error.cause !== undefined
}

/** Says of a checked file what is damaged. */
export function damagedFile(findings: readonly string[]): string {
  return `The database is damaged: ${findings.join('; ').replaceAll(/\s+/g, ' ')}. ${REMEDY}.`
}

/** Says of a checked file which events are not what was taken in. Everything else works. */
export function alteredEvents(findings: readonly string[]): string {
  return `The database holds events that were changed by a fault: ${findings.join('; ')}. They are not sent. ${REMEDY}.`
}
