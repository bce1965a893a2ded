/** The columns of a row that was joined to another; null where there is none. */
export type Under<Name extends string, Row> = {
  readonly [Column in keyof Row & string as `${Name}.${Column}`]: Row[Column] | null
}

export function columnsUnder(name: string, table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column} AS "${name}.${column}"`).join(', ')
}

/** Of one that is there. */
export function rowUnder<Row>(joined: object, name: string): Row {
  const prefix = `${name}.`
  const columns = Object.entries(joined).filter(([column]) => column.startsWith(prefix))
  // `columnsUnder` has selected all of them.
  return Object.fromEntries(columns.map(([column, value]) => [column.slice(prefix.length), value])) as Row
}
