import { AppError } from '../domain/errors.ts'

/** It does not pass by itself: a repeat finds it mended only if somebody was there. */
export const DAMAGED_RETRY_MS = 60_000

/** The way to the backup, for people. */
const REMEDY = 'Restore a backup: docs/operations.md, "A damaged database"'

/** What the engine has read is not what it wrote. `code`: what it calls that. */
export function damagedDatabase(code: string, cause: unknown): AppError {
  return new AppError('damaged', `The database is damaged (${code}). ${REMEDY}.`, {
    retryAfterMs: DAMAGED_RETRY_MS,
    cause,
  })
}

/** Whether it was the database itself, and not one thing in it. */
export function isDamagedDatabase(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'damaged' && error.cause !== undefined
}
