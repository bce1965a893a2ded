import type { Instant } from '../instant.ts'

/** A silence that has held nothing for so long was probably forgotten, in milliseconds. */
export const IDLE_SILENCE_MS = 7 * 86_400_000

/** Tells whether an active silence has held nothing for a week. */
export function isIdle(
  { startsAt, lastHeldAt }: { readonly startsAt: Instant; readonly lastHeldAt: Instant | null },
  now: Instant,
): boolean {
  return Math.max(startsAt, lastHeldAt ?? startsAt) <= now - IDLE_SILENCE_MS
}
