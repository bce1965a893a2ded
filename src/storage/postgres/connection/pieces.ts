import type { Value } from './statement.ts'

/** A piece of SQL with `?` for its values, in their order. No other `?` may be in it. */
export type Piece = readonly [sql: string, ...values: readonly Value[]]
/** Pieces of a statement; those that do not apply are false or undefined. */
export type Pieces = readonly (Piece | false | undefined)[]

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

export function oneOf(column: string, values: readonly string[] | undefined): Piece | undefined {
  return values && [`${column} = ANY (?)`, values]
}

/** Numbers the parameters as PostgreSQL takes them. */
export function numbered([sql, ...values]: Piece): readonly [text: string, values: readonly Value[]] {
  let count = 0
  return [sql.replaceAll('?', () => `$${(count += 1)}`), values]
}
