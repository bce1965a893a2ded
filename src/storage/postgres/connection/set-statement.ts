import type { ColumnType } from '../../rows/columns.ts'
import type { Rows, Transaction } from './database.ts'
import { statement, type Value } from './statement.ts'

type Cell = string | number | boolean | null | undefined
type SqlType = 'bigint' | 'boolean' | 'integer' | 'smallint' | 'text'

/** Columns of a set, named like the members of its rows, with their types. */
export type Columns<Row> = {
  readonly [Name in keyof Row & string]?: Row[Name] extends Cell ? SqlType : never
}

/** Returns the columns of a stored row. A column of smaller numbers takes a bigint by assignment. */
export function columnsOf<Row>(
  columns: Readonly<Record<keyof Row & string, { readonly type: ColumnType }>>,
): Columns<Row> {
  const types = Object.entries<{ readonly type: ColumnType }>(columns)
  return Object.fromEntries(
    types.map(([name, { type }]) => [name, type === 'text' ? 'text' : 'bigint']),
  ) as Columns<Row>
}

interface Given {
  /** The number of the first parameter; each column takes one. */
  readonly first?: number
  readonly as?: string
  /** Adds the column `place`: the position of each row, from 1. */
  readonly isNumbered?: boolean
}

/** SQL of a set as a table, whose values are `arraysOf`. */
export function givenSql(
  columns: Readonly<Partial<Record<string, SqlType>>>,
  { first = 1, as = 'given', isNumbered = false }: Given = {},
): string {
  const arrays = Object.values(columns).map((type, index) => `$${first + index}::${type}[]`)
  const names = [...Object.keys(columns), ...(isNumbered ? ['place'] : [])].map((name) => `"${name}"`)
  return `unnest(${arrays.join(', ')})${isNumbered ? ' WITH ORDINALITY' : ''} AS ${as} (${names.join(', ')})`
}

/** Returns an array for each column. */
export function arraysOf<Row>(columns: Columns<NoInfer<Row>>, rows: readonly Row[]): readonly Value[] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name] as Exclude<Cell, undefined>))
}

/** A statement over a set of rows, with single values. An empty set costs nothing. */
export interface SetStatement<Row, Singles extends readonly Value[], Result> {
  /** Takes the single values, then the arrays of the set. */
  readonly text: string
  read(transaction: Transaction, rows: readonly Row[], ...singles: Singles): Promise<readonly Result[]>
  write(transaction: Transaction, rows: readonly Row[], ...singles: Singles): Promise<void>
  /** Returns how many rows it wrote. */
  count(transaction: Transaction, rows: readonly Row[], ...singles: Singles): Promise<number>
}

/** Makes a statement of a text with `GIVEN` for the set, a table `given`, and `$1` for the first single value. */
export function setStatement<Row, Singles extends readonly Value[] = [], Result = never>(
  columns: Columns<Row>,
  options: Pick<Given, 'isNumbered'> = {},
): (text: string) => SetStatement<Row, Singles, Result> {
  return (text) => {
    let first = 1
    while (text.includes(`$${first}`)) first += 1
    const complete = text.replaceAll(
      'GIVEN',
      givenSql(columns as Readonly<Record<string, SqlType>>, { ...options, first }),
    )
    return runnable(complete, (rows) => arraysOf(columns, rows))
  }
}

/** Makes a statement of a text with `$1` for the first single value, and the next parameter for the list. */
export function listStatement<Item extends Cell, Singles extends readonly Value[] = [], Result = never>(
  text: string,
): SetStatement<Item, Singles, Result> {
  return runnable(text, (items) => [items as Value])
}

function runnable<Row, Singles extends readonly Value[], Result>(
  text: string,
  valuesOf: (rows: readonly Row[]) => readonly Value[],
): SetStatement<Row, Singles, Result> {
  const prepared = statement<readonly Value[], Result>(text)
  const run = async (
    transaction: Transaction,
    rows: readonly Row[],
    singles: Singles,
  ): Promise<Rows<Result>> =>
    rows.length === 0 ? { rows: [], count: 0 } : transaction.query(prepared, [...singles, ...valuesOf(rows)])
  return {
    text,
    read: async (transaction, rows, ...singles) => (await run(transaction, rows, singles)).rows,
    write: async (transaction, rows, ...singles) => void (await run(transaction, rows, singles)),
    count: async (transaction, rows, ...singles) => (await run(transaction, rows, singles)).count,
  }
}
