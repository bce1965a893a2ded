/**
 * The time for which a clear of an unknown alert is remembered, in milliseconds: its raise may come late by as much,
 * and still raises nothing.
 */
export const EARLY_CLEAR_KEPT_MS = 24 * 3600_000

/**
 * The number of clears of unknown alerts that are remembered, the newest ones: about 30 MB. Housekeeping removes the
 * others.
 */
export const EARLY_CLEARS_MAX = 100_000
