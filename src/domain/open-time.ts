import { CLOCKS_APART_MS_MAX } from './clock-steps.ts'
import type { Instant } from './instant.ts'

/** The interval of notes that reports can arrive, in milliseconds: an alert may clear so much later than promised. */
export const OPEN_NOTED_EVERY_MS = 5_000

/** Without a note for so many milliseconds it is an absence; less may be a busy moment. */
export const ABSENCE_MS_MIN = 2 * OPEN_NOTED_EVERY_MS

/** Absences that are kept; the oldest two are merged. */
export const ABSENCES_MAX = 8

/** An absence is remembered for so many milliseconds: it extends no older promises. */
export const ABSENCE_KEPT_MS = 7 * 24 * 3600_000

/** A time without reports, which extends every promise made before its end. */
export interface Absence {
  readonly until: Instant
  readonly ms: number
}

/** When reports could arrive, at any node. Promises of monitors run out only in such time. */
export interface OpenTime {
  /** The last moment known to be open. */
  readonly openUntil: Instant
  /** The oldest first. */
  readonly absences: readonly Absence[]
}

/** Open time without absences. */
export const ALWAYS_OPEN: OpenTime = { openUntil: Infinity, absences: [] }

export interface OpenNote {
  readonly now: Instant
  /** The step of the clock since the last note, as this process noticed it. */
  readonly steppedMs: number
}

/** Notes that reports can arrive, after the process or database was gone, the machine suspended, or the clock set. */
export function afterNote(before: OpenTime | undefined, { now, steppedMs }: OpenNote): OpenTime {
  if (!before) return { openUntil: now, absences: [] }
  const gapMs = now - before.openUntil
  if (gapMs < -CLOCKS_APART_MS_MAX) {
    // Another process may have noted the step already, so it counts a little less: nothing ends too early.
    return { openUntil: now, absences: withdraw(before.absences, -gapMs, now) }
  }
  const absence = { until: now, ms: absentMs(gapMs, steppedMs) }
  return {
    openUntil: Math.max(before.openUntil, now),
    absences: keepSome(absence.ms > 0 ? [...before.absences, absence] : before.absences, now),
  }
}

function absentMs(gapMs: number, steppedMs: number): number {
  if (steppedMs <= gapMs) return gapMs - steppedMs >= ABSENCE_MS_MIN ? gapMs : steppedMs
  // Another node has noted since: a long step as it is, one shorter than an absence perhaps as a busy moment.
  return steppedMs < ABSENCE_MS_MIN ? steppedMs : gapMs
}

/** Returns how long no report could arrive since a moment: its promises last so much longer. */
export function absentSince({ absences }: Pick<OpenTime, 'absences'>, moment: Instant): number {
  return absences.reduce((sum, { until, ms }) => (until > moment ? sum + ms : sum), 0)
}

/** Subtracts a step back from absences: by the clock, that time has not passed. */
function withdraw(absences: readonly Absence[], ms: number, now: Instant): readonly Absence[] {
  let leftMs = ms
  const kept = absences.toReversed().map((absence) => {
    const takenMs = Math.min(leftMs, absence.ms)
    leftMs -= takenMs
    return { until: Math.min(absence.until, now), ms: absence.ms - takenMs }
  })
  return kept.toReversed().filter((absence) => absence.ms > 0)
}

function keepSome(absences: readonly Absence[], now: Instant): readonly Absence[] {
  const kept = absences.filter(({ until }) => until > now - ABSENCE_KEPT_MS)
  const [first, second, ...rest] = kept
  if (kept.length <= ABSENCES_MAX || !first || !second) return kept
  return [{ until: second.until, ms: first.ms + second.ms }, ...rest]
}

/**
 * Returns the moment before which promises are known to have run out: after the last note nobody knows whether reports
 * could arrive.
 */
export function knownToBeExpired(
  expiredBefore: Instant,
  { now, openTime }: { readonly now: Instant; readonly openTime: OpenTime },
): Instant {
  return expiredBefore - Math.max(0, now - openTime.openUntil)
}
