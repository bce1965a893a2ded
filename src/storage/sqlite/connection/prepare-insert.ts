import type { Database } from 'better-sqlite3'

/** A value that a statement takes by its position. */
export type Bound = string | number | null

/** Prepares the insert of rows, bound by position: by name they take twice as long. It returns the id. */
export function prepareInsert<Name extends string>(
  db: Database,
  into: string,
  columns: readonly Name[],
): (row: Readonly<Record<Name, unknown>>) => number {
  const values = columns.map(() => '?').join(', ')
  const insert = db.prepare<unknown[]>(`${into} (${columns.join(', ')}) VALUES (${values})`)
  return (row) => Number(insert.run(...columns.map((name) => row[name])).lastInsertRowid)
}

export function namesOf<Columns extends object>(columns: Columns): readonly (keyof Columns & string)[] {
  return Object.keys(columns) as (keyof Columns & string)[]
}
