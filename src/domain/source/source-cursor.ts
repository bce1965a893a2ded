import type { Instant } from '../instant.ts'

/** How far a source has been read: reading continues there after a restart. */
export interface SourceCursor {
  readonly source: string
  /** A part of the source, e.g. one of several servers; empty: the whole source. */
  readonly name: string
  /** A moment or another growing number; everything up to it is taken in. Null: nothing yet. */
  readonly position: number | null
  /** The last poll or report, whether it succeeded or not. */
  readonly checkedAt: Instant
  /** Why the last time failed; null: it did not. */
  readonly failure: string | null
  readonly failingSince: Instant | null
}

/** A lease of a source that ends so much later than a new one would is over: the clock was set back. */
export const SOURCE_LOCKS_APART_MS_MAX = 6 * 60_000

/** The name of a cursor of a source, in characters; longer names are shortened to a digest. */
export const CURSOR_NAME_MAX = 200

/** The cursor with the last warning about the reports of a source. */
export const WARNING_CURSOR = 'warning'

/** Limits the stored failure of a source, in characters. */
export const CURSOR_FAILURE_MAX = 1_000
