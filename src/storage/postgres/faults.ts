import { AppError } from '../../domain/errors.ts'

const RETRY_AFTER_MS = 10_000

/**
 * Another node was faster: serialization failure, deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html),
 * or two nodes put something into the same place at once, which the unique indexes named here forbid.
 */
const REPEAT_CODES = new Set(['40001', '40P01'])
const RACED_INDEXES = new Set(['deliveries_head', 'alerts_source_key_key', 'job_run_keys_pkey'])

/** Unknown, or known already: the connection is not the one on which the statement was prepared. */
const NAME_CODES = new Set(['26000', '42P05'])

/** Classes of faults that pass: connection, resources, intervention, system; and single codes of others. */
const PASSING = /^(?:08|53|57|58)|^(?:25006|25P03|55P03|XX000)$/
const NETWORK = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/
/** What `pg` says without a code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Cannot use a pool after calling end|Query read timeout/

interface PostgresFault {
  readonly code?: string
  readonly constraint?: string
  readonly message?: string
}

/** Thrown inside a transaction that found things changed under its feet: it is begun anew. */
export class RacedError extends Error {}

export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof RacedError) return true
  const { code = '', constraint = '' } = faultOf(error)
  // The partitions of a table have indexes of their own names, the hot table has not.
  return REPEAT_CODES.has(code) || (code === '23505' && RACED_INDEXES.has(constraint))
}

export function isNameTrouble(error: unknown): boolean {
  return NAME_CODES.has(faultOf(error).code ?? '')
}

/** Of what `explainFault` made of it: somebody else has what it wanted for itself. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof AppError && faultOf(error.cause).code === '55P03'
}

/** A fault of the database as the refusal that a caller can act on; everything else stays what it is. */
export function explainFault(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code = '', message = '' } = faultOf(error)
  const isPassing = PASSING.test(code) || NETWORK.test(code) || LOST.test(message) || isWorthRepeating(error)
  if (!isPassing) return error
  return new AppError('unavailable', `${whatHappened(code)}; nothing was changed.`, {
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  })
}

function whatHappened(code: string): string {
  if (code === '53100') return 'The disk of the database is full'
  if (code === '53300') return 'The database takes no more connections'
  if (code === '25006') return 'The database can only be read just now'
  if (code === '55P03' || code === '57014') return 'The database took too long'
  return code === '' ? 'The database cannot be reached' : `The database cannot be used just now (${code})`
}

function faultOf(error: unknown): PostgresFault {
  return typeof error === 'object' && error !== null ? error : {}
}
