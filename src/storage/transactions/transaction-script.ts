import type { MethodName } from '../methods.ts'
import type { StoreMethods } from '../store.ts'

/** A value of a column, as both engines take it. */
export type Stored = string | number | boolean | null

/** SQL that the engines write differently; they share the rest. */
export interface Dialect {
  /** The function for the largest argument. If one is null: null on SQLite, the other on PostgreSQL. */
  readonly greatest: string
  /** Locks the rows of a SELECT until the transaction ends. */
  readonly forUpdate: string
  /** Locks the rows of a SELECT that nobody else has locked. */
  readonly skipLocked: string
  /** Narrows events to the partition of that time. */
  readonly isAcceptedAt: (at: string) => string
  /** The primary key of `job_run_keys`. */
  readonly runKey: string
  /** Tells whether a row named `delivery` has not ended. PostgreSQL keeps ended ones elsewhere. */
  readonly isUnfinished: string
  /** Names the index of a table on SQLite. */
  readonly indexedBy: (index: string) => string
  /** The delivery `@id`, whole. */
  readonly deliveryOfId: string
  /** The deliveries of event `@eventId`, accepted at `@acceptedAt`, whole. */
  readonly deliveriesOfEvent: string
  /** Aggregates a column into the text of a JSON array. */
  readonly jsonOf: (column: string) => string
  /** Every delivery, with `id`, `event_id`, `webhook_id` and `state`. */
  readonly everyDelivery: string
  /**
   * Selects the active alerts, each with its newest kept event that webhook `@webhookId` has taken
   * (`taken_id`, `taken_body`).
   */
  readonly raisedAndTaken: string
  /** Finds the attempts of a delivery; on PostgreSQL in the partition of its event. */
  readonly attemptsOf: (deliveryId: string) => string
  /** Selects when the kept ended delivery that was made first ended. */
  readonly firstEnd: string
  /**
   * A member of the JSON in this column, as text; null if it has none, or cannot be read. Only for words and
   * numbers at the first level.
   */
  readonly memberOf: (column: string, name: 'newState' | 'oldState' | 'episodeNumber' | 'trigger') => string
  /** Tells whether a number is in the JSON array `value`. */
  readonly isAmong: (column: string, value: string) => string
  /** Orders a text by its octets, whatever the collation of the database. */
  readonly byOctets: string
  /** The next ids of the table, as many as `@count`, each given once. */
  readonly nextIds: (table: 'webhooks' | 'webhook_headers') => string
  /** Columns by which nodes notice a webhook's change, with their values; empty on SQLite. */
  readonly changeMark: readonly (readonly [column: string, value: string])[]
}

/**
 * A statement for both engines, with `@name` for each value. Make it once, when its file is loaded: each
 * connection prepares it once.
 */
export interface Statement<Values, Row> {
  readonly textIn: (dialect: Dialect) => string
  /** Not prepared, because it is composed each time. */
  readonly isComposed?: true
  /** For the compiler only. */
  readonly types?: (values: Values) => Row
}

export type NoValues = Readonly<Record<string, never>>

/** All statements, for tests of their plans. */
export const STATEMENTS: Statement<never, unknown>[] = []

export function statement<Values extends { readonly [Name in keyof Values]: Stored }, Row = never>(
  text: string | ((dialect: Dialect) => string),
): Statement<Values, Row> {
  const made = { textIn: typeof text === 'string' ? () => text : text }
  STATEMENTS.push(made)
  return made
}

/**
 * A transaction script: yields statements and goes on with their results (`run-script.ts` of either engine).
 * It may be restarted, so it has no other effects.
 */
export type TransactionScript<Result> = Generator<Step, Result, unknown>

/** Thrown inside a transaction whose data changed meanwhile: it begins again. */
export class RacedError extends Error {}

export type Scripts<Name extends MethodName> = {
  readonly [Method in Name]: (
    ...args: Parameters<StoreMethods[Method]>
  ) => TransactionScript<Awaited<ReturnType<StoreMethods[Method]>>>
}

export type Step = Ask | Together | TakeLock | RunStep

export interface Ask {
  readonly statement: Statement<never, unknown>
  readonly values: Readonly<Record<string, Stored>>
  /** Nothing follows it, so that the commit may travel with it. */
  readonly isLast: boolean
}

interface Together {
  readonly scripts: readonly TransactionScript<unknown>[]
}

export interface TakeLock {
  readonly lock: Lock
  /** Does not wait: the result tells whether the lock is ours. */
  readonly isTried: boolean
}

interface RunStep {
  readonly run: () => unknown
}

/** Locks for what several nodes must not do at once; SQLite needs none. */
export type Lock = 'people' | 'startOperation' | 'pruneAudit' | 'pruneEarlyClears' | 'noteOpenTime'

export interface StatementResult {
  readonly rows: readonly unknown[]
  /** The number of rows, or of changed ones. */
  readonly count: number
}

export function* many<Values extends object, Row>(
  statement: Statement<Values, Row>,
  values: Values,
): TransactionScript<readonly Row[]> {
  return (yield* ask<Row>(statement, values)).rows
}

export function* one<Values extends object, Row>(
  statement: Statement<Values, Row>,
  values: Values,
): TransactionScript<Row | undefined> {
  return (yield* ask<Row>(statement, values)).rows[0]
}

/** Returns the number of changed rows. */
export function* change<Values extends object, Row>(
  statement: Statement<Values, Row>,
  values: Values,
): TransactionScript<number> {
  return (yield* ask<Row>(statement, values)).count
}

/** Changes rows by the last statement of a method: the commit travels with it. */
export function* changeLast<Values extends object, Row>(
  statement: Statement<Values, Row>,
  values: Values,
): TransactionScript<number> {
  return (yield* ask<Row>(statement, values, true)).count
}

/** Changes one row after the other, by the last statements of a method. */
export function* changeEachLast<Values extends object, Row>(
  statement: Statement<Values, Row>,
  rows: readonly Values[],
): TransactionScript<void> {
  const last = rows.length - 1
  const changes = rows.map((row, index) => (index < last ? change : changeLast)(statement, row))
  if (changes.length > 0) yield* together(changes)
}

type ResultsOf<Scripts extends readonly TransactionScript<unknown>[]> = {
  [Index in keyof Scripts]: Scripts[Index] extends TransactionScript<infer Result> ? Result : never
}

/** Runs independent scripts together: their statements share a round trip, and run in the order of the list. */
export function* together<const Scripts extends readonly TransactionScript<unknown>[]>(
  scripts: Scripts,
): TransactionScript<ResultsOf<Scripts>> {
  return (yield { scripts }) as ResultsOf<Scripts>
}

/** Holds the lock until the transaction ends. */
export function* takeLock(lock: Lock): TransactionScript<void> {
  yield { lock, isTried: false }
}

/** Returns false if another transaction has the lock, and does the work. */
export function* tryLock(lock: Lock): TransactionScript<boolean> {
  return (yield { lock, isTried: true }) === true
}

/** Runs a step that each engine does in its own way, at once on SQLite. */
export function* runStep<Result>(run: () => Result | Promise<Result>): TransactionScript<Result> {
  return (yield { run }) as Result
}

function* ask<Row>(
  statement: Statement<never, unknown>,
  values: object,
  isLast = false,
): TransactionScript<{ readonly rows: readonly Row[]; readonly count: number }> {
  const result = yield { statement, values: values as Ask['values'], isLast }
  return result as { readonly rows: readonly Row[]; readonly count: number }
}
