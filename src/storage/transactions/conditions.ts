import type { Instant } from '../../domain/instant.ts'

/** A piece of a WHERE clause, with `?` for each of its values. */
export type Condition = readonly [sql: string, ...values: readonly (string | number)[]]

/** The id after every id; 0 is the one before. */
export const NO_ID = Number.MAX_SAFE_INTEGER

/**
 * Ids grow with the time in which they are given, so a range of times is a range of ids; without those bounds a list of
 * long ago would read everything since. Clocks that differ, or were set back, make them disagree; by more than this
 * they are not expected to.
 */
export const CLOCK_SLACK_MS = 600_000

/** Undefined: it does not matter. */
export function equals(column: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : [`${column} = ?`, value]
}

export function between(
  column: string,
  from: Instant | undefined,
  until: Instant | undefined,
): readonly (Condition | undefined)[] {
  return [
    from === undefined ? undefined : [`${column} >= ?`, from],
    until === undefined ? undefined : [`${column} < ?`, until],
  ]
}
