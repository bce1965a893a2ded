import type { Value } from './database.ts'

/** A piece of SQL with `?` for its values, in their order. No other `?` may be in it. */
export type Piece = readonly [sql: string, ...values: readonly Value[]]
/** Those that do not apply are false or undefined. */
export type Pieces = readonly (Piece | false | undefined)[]

/** Behind every id; and before every one is 0. */
export const NO_ID = Number.MAX_SAFE_INTEGER

export function join(pieces: Pieces, between: string): Piece {
  const wanted = pieces.filter((piece) => piece !== false && piece !== undefined)
  return [wanted.map(([sql]) => sql).join(between), ...wanted.flatMap(([, ...values]) => values)]
}

/** `before` and `after` are SQL without values. */
export function wrap(before: string, [sql, ...values]: Piece, after = ''): Piece {
  return [`${before}${sql}${after}`, ...values]
}

export function where(conditions: Pieces): Piece {
  return wrap('WHERE ', join([['true'], ...conditions], ' AND '))
}

export function equals(column: string, value: string | number | undefined): Piece | undefined {
  return value === undefined ? undefined : [`${column} = ?`, value]
}

export function oneOf(column: string, values: readonly string[] | undefined): Piece | undefined {
  return values && [`${column} = ANY (?)`, values]
}

export function between(column: string, from: number | undefined, until: number | undefined): Pieces {
  return [
    from === undefined ? undefined : [`${column} >= ?`, from],
    until === undefined ? undefined : [`${column} < ?`, until],
  ]
}

/** As PostgreSQL takes it. */
export function numbered([sql, ...values]: Piece): readonly [text: string, values: readonly Value[]] {
  let count = 0
  return [sql.replaceAll('?', () => `$${(count += 1)}`), values]
}
