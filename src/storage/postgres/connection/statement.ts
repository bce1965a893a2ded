import { withoutNul } from '../../../domain/storable.ts'

/** A value of a statement; arrays are for `unnest` and `ANY`. */
export type Value = string | number | boolean | null | readonly (string | number | boolean | null)[]

declare const types: unique symbol

/**
 * A statement that the service always repeats, with `$1` for the first of its values: prepared under a name, and so
 * planned once for each connection. The compiler knows what it takes and what it returns; when it runs it is its
 * text.
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
