import { AppError } from '../../../src/domain/errors.ts'
import { DoubtfulError } from '../../../src/storage/postgres/connection/faults.ts'

/** Whoever is refused so must not believe that nothing was done. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof DoubtfulError
}
