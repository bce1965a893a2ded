import { withoutNul } from '../../../domain/storable.ts'

/** A value of a statement; arrays are for `unnest` and `ANY`. */
export type Value = string | number | boolean | null | readonly (string | number | boolean | null)[]

declare const types: unique symbol

/**
 * A statement that is prepared, with `$1` for its first value: planned once per connection. The compiler
 * checks its values and rows.
 */
export type Statement<Values extends readonly Value[], Row> = string & {
  readonly [types]: (values: Values) => Row
}

export function statement<Values extends readonly Value[] = [], Row = never>(
  text: string,
): Statement<Values, Row> {
  return text as Statement<Values, Row>
}

/** PostgreSQL keeps no U+0000 in texts (https://www.postgresql.org/docs/current/datatype-character.html). */
export function encode(value: Value): unknown {
  if (typeof value === 'string') return withoutNul(value)
  return Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'string' ? withoutNul(item) : item))
    : value
}

/** A piece of SQL with `?` for its values, in order; no other `?` may be in it. */
export type Piece = readonly [sql: string, ...values: readonly Value[]]
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

export function numbered([sql, ...values]: Piece): readonly [text: string, values: readonly Value[]] {
  let count = 0
  return [sql.replaceAll('?', () => `$${(count += 1)}`), values]
}
