import { withoutNul } from '../../../domain/storable.ts'
import type { Piece } from '../../transactions/list-scans.ts'

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

export function oneOf(column: string, values: readonly string[]): Piece {
  return [`${column} = ANY (?)`, values]
}

export function numbered([sql, ...values]: Piece): readonly [text: string, values: readonly Value[]] {
  let count = 0
  return [sql.replaceAll('?', () => `$${(count += 1)}`), values]
}
