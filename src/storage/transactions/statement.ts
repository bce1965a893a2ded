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
