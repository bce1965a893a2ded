import { RacedError } from '../../transactions/transaction-script.ts'
import { AppError } from '../../../domain/errors.ts'
import { explainTls } from '../../../domain/source/postgres-url.ts'
import { damagedDatabase } from '../../damage/damage.ts'

const RETRY_AFTER_MS = 10_000

/**
 * Another node was faster: serialization failure, deadlock
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or a key that two nodes wrote to one of
 * these unique indexes.
 */
const REPEAT_CODES = new Set(['40001', '40P01'])
const RACED_INDEXES = new Set([
  'deliveries_head',
  'alerts_source_key_key',
  'job_run_keys_pkey',
  'receiver_states_pkey',
])

/** Prepared on another connection: the name is unknown here, or exists already. */
const NAME_CODES = new Set(['26000', '42P05'])
/** The part of the server that says "cached plan must not change result type", in any language. */
const OUTDATED_ROUTINE = 'RevalidateCachedQuery'

/** The connection has ended, and another one may do. */
const BROKEN_CODES = new Set(['57P01', 'EPIPE', 'ECONNRESET'])
const BROKEN = /Connection terminated|not queryable/

/** The connection, or the server's process, has ended. */
const LOST_CODES = /^(?:08|57P)/

/** Classes of faults that pass: connection, resources, intervention, system; and single codes of others. */
const PASSING = /^(?:08|53|57|58)|^(?:25006|25P03|55P03|XX000)$/
const NETWORK = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/
const DAMAGED = /^XX00[12]$/
/** Messages of `pg` that have no code. */
const LOST = /Connection terminated|not queryable|Query read timeout/
const NO_CONNECTION =
  /timeout exceeded when trying to connect|Cannot use a pool after calling end|timeout expired/

interface PostgresFault {
  readonly code?: string
  readonly constraint?: string
  readonly routine?: string
  readonly message?: string
}

/** The database cannot be reached, for whatever reason; a retry may succeed. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('there is no connection to the database', { cause })
  }
}

/** The connection was lost during the commit, which may have happened. */
export class DoubtfulError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during the commit', { cause })
  }
}

export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof RacedError) return true
  const { code = '', constraint = '', message = '' } = faultOf(error)
  if (BROKEN_CODES.has(code) || BROKEN.test(message)) return true
  // Partitions have indexes of their own names, the hot table has not.
  return REPEAT_CODES.has(code) || (code === '23505' && RACED_INDEXES.has(constraint))
}

/** `unknown`: this connection keeps no names; `outdated`: the columns of the statement have changed. */
export function findNameProblem(error: unknown): 'unknown' | 'outdated' | undefined {
  const { code = '', routine } = faultOf(error)
  if (NAME_CODES.has(code)) return 'unknown'
  return routine === OUTDATED_ROUTINE ? 'outdated' : undefined
}

/** Says only that an earlier statement of the transaction has failed. */
export function isAborted(error: unknown): boolean {
  return faultOf(error).code === '25P02'
}

/** Tells whether the connection was lost: no result of what was under way will come. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = faultOf(error)
  return LOST_CODES.test(code) || NETWORK.test(code) || LOST.test(message)
}

/** Tells whether another transaction held the lock, from an error of `explainFault`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof AppError && faultOf(error.cause).code === '55P03'
}

/** Returns the error that a client can act on; other errors as they are. */
export function explainFault(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof DoubtfulError) {
    return refusal(
      'The connection to the database was lost while this was being written, so it may have been done or not. Look before you send it again; reports of alerts and job runs can be sent again without harm.',
      error,
    )
  }
  const isUnreachable = error instanceof UnreachableError
  const { code = '', message = '' } = faultOf(isUnreachable ? error.cause : error)
  const because = explainTls(isUnreachable ? error.cause : error)
  if (because !== undefined && !isUnreachable) {
    return new Error(`There is no connection to the database: ${because}.`, { cause: error })
  }
  if (DAMAGED.test(code)) return damagedDatabase(code, error)
  const isPassing =
    isUnreachable ||
    PASSING.test(code) ||
    NO_CONNECTION.test(message) ||
    isLost(error) ||
    isWorthRepeating(error)
  return isPassing ? refusal(`${whatHappened(code, message)}; nothing was changed.`, error) : error
}

function refusal(sentence: string, cause: unknown): AppError {
  return new AppError('unavailable', sentence, { retryAfterMs: RETRY_AFTER_MS, cause })
}

function whatHappened(code: string, message: string): string {
  // The server does not respond, or all connections are in use.
  if (NO_CONNECTION.test(message)) return 'There was no connection to the database in time'
  if (code === '53100') return 'The disk of the database is full'
  if (code === '53300') return 'The database takes no more connections'
  if (code === '25006') return 'The database can only be read just now'
  if (code === '55P03' || code === '57014') return 'The database took too long'
  if (/^(?:28|3D|55000)/.test(code)) return `The database lets nobody in just now (${code})`
  return code === '' || NETWORK.test(code)
    ? 'The database cannot be reached'
    : `The database cannot be used just now (${code})`
}

function faultOf(error: unknown): PostgresFault {
  return typeof error === 'object' && error !== null ? error : {}
}
