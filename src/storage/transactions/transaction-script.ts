import type { MethodName } from '../methods.ts'
import type { StoreMethods } from '../store.ts'

/** The value of a column of the records, as both engines take it. */
export type Stored = string | number | boolean | null

/** The few words that the engines say differently. Everything else in a statement of the records both understand. */
export interface Dialect {
  /**
   * The function that returns the largest of its arguments. Where one is null: null on SQLite, the other on
   * PostgreSQL.
   */
  readonly greatest: string
  /** Locks the rows of a SELECT until the transaction ends. */
  readonly forUpdate: string
  /** The condition that a row of deliveries named `delivery` has not ended. On PostgreSQL ended ones are elsewhere. */
  readonly isUnfinished: string
  /** Every delivery, with `id`, `event_id`, `webhook_id` and `state`. */
  readonly everyDelivery: string
  /**
   * A SELECT of the alerts that are raised, with the newest event of each that webhook `@webhookId` has taken
   * (`taken_id`, `taken_body`), if any is kept.
   */
  readonly raisedAndTaken: string
  /** Selects when the first made delivery of all that have ended and are kept ended. */
  readonly firstEnd: string
  /**
   * A member of the JSON in this column, as text; null if it has none, or cannot be read. For words and numbers at its
   * first level.
   */
  readonly memberOf: (column: string, name: 'newState' | 'oldState' | 'episodeNumber' | 'trigger') => string
  /** Tells whether a number is in a JSON array of numbers, which `value` names. */
  readonly isAmong: (column: string, value: string) => string
  /** Orders a text by its octets, whatever the collation of the database. */
  readonly byOctets: string
  /** The next ids of the table, as many as `@count`. Each is given once. */
  readonly nextIds: (table: 'webhooks' | 'webhook_headers') => string
  /** Columns of a webhook by which nodes notice its change, each with its value; empty on SQLite. */
  readonly changeMark: readonly (readonly [column: string, value: string])[]
}

/**
 * A statement that both engines run, with `@name` for each value. It is prepared where it is run, once for each
 * connection; so it is made once, when its file is loaded.
 */
export interface Statement<Values, Row> {
  readonly textIn: (dialect: Dialect) => string
  /** The types of values and row, for the compiler only. */
  readonly types?: (values: Values) => Row
}

/** The values of a statement that takes none. */
export type NoValues = Readonly<Record<string, never>>

/** All that there are, for tests of their plans. */
export const STATEMENTS: Statement<never, unknown>[] = []

export function statement<Values extends { readonly [Name in keyof Values]: Stored }, Row = never>(
  text: string | ((dialect: Dialect) => string),
): Statement<Values, Row> {
  const made = { textIn: typeof text === 'string' ? () => text : text }
  STATEMENTS.push(made)
  return made
}

/**
 * A transaction script of the records: it asks, and goes on with the result. SQLite has the result at once;
 * PostgreSQL over the wire, in one transaction (`run-script.ts` of either engine). A script may be restarted when
 * another node got in its way, so it has no effects but its steps.
 */
export type TransactionScript<Result> = Generator<Step, Result, unknown>

/** Store methods as scripts. */
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
  /** The lock is tried and not waited for: the result tells whether it is ours. */
  readonly isTried: boolean
}

interface RunStep {
  readonly run: () => unknown
}

/** The locks for what several nodes must not do at once. SQLite has one writer, and so nothing to lock. */
export type Lock = 'people' | 'startOperation' | 'pruneAudit' | 'pruneEarlyClears' | 'noteOpenTime'

/** The result of a statement. */
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

/** Returns how many rows were changed. */
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
  // An engine gives the results in the order of the scripts.
  return (yield { scripts }) as ResultsOf<Scripts>
}

/** Until the transaction ends no other one has this lock. */
export function* takeLock(lock: Lock): TransactionScript<void> {
  yield { lock, isTried: false }
}

/** False: another one has it just now, and does what was to be done. */
export function* tryLock(lock: Lock): TransactionScript<boolean> {
  return (yield { lock, isTried: true }) === true
}

/** Runs a step that each engine does in its own way. SQLite does it at once. */
export function* runStep<Result>(run: () => Result | Promise<Result>): TransactionScript<Result> {
  // The result comes when it is done.
  return (yield { run }) as Result
}

function* ask<Row>(
  statement: Statement<never, unknown>,
  values: object,
  isLast = false,
): TransactionScript<{ readonly rows: readonly Row[]; readonly count: number }> {
  // `statement` takes no values but stored ones, and its rows are what it says they are.
  const result = yield { statement, values: values as Ask['values'], isLast }
  return result as { readonly rows: readonly Row[]; readonly count: number }
}
