import type { Instant } from '../instant.ts'

/** The position up to which a source has been read, and the result: reading goes on there after a restart. */
export interface SourceCursor {
  readonly source: string
  /** The part of the source, e.g. one of several servers; empty: the whole source. */
  readonly name: string
  /** Everything up to here is taken in: a moment or another number that only grows. Null: nothing yet. */
  readonly position: number | null
  /** When it last was polled or sent a report, whether that went well or not. */
  readonly checkedAt: Instant
  /** Why it did not go well last time; null: it did. */
  readonly failure: string | null
  /** Since when it has not gone well. */
  readonly failingSince: Instant | null
}

/** A lease of a source that ends later than a new one would by more than this is over: the clock was set back. */
export const SOURCE_LOCKS_APART_MS_MAX = 6 * 60_000

/** The name of a cursor of a source, in characters; longer names are shortened to a digest. */
export const CURSOR_NAME_MAX = 200

/** Name of the cursor that keeps the last warning about the reports of a source. */
export const WARNING_CURSOR = 'warning'

/** Limits the stored failure of a source, in characters. */
export const CURSOR_FAILURE_MAX = 1_000
