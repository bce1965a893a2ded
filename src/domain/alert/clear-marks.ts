/**
 * How long it is remembered that an alert ended that nobody had heard of, in milliseconds: its beginning may be late by
 * as much, and still raises nothing.
 */
export const CLEAR_MARK_KEPT_MS = 24 * 3600_000

/** So many ends of unknown alerts are remembered, the newest: about 30 MB of them. Upkeep takes away what is more. */
export const CLEAR_MARKS_MAX = 100_000
