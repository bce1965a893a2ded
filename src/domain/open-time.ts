import { CLOCKS_APART_MS_MAX } from './clock-steps.ts'
import type { Instant } from './instant.ts'

/**
 * The interval in which it is noted that reports can arrive, in milliseconds: an alert may clear this much later than
 * its promise.
 */
export const OPEN_NOTED_EVERY_MS = 5_000

/**
 * A time without such a note counts as our absence from this on, in milliseconds: what is shorter may be a busy moment.
 */
export const ABSENCE_MS_MIN = 2 * OPEN_NOTED_EVERY_MS

/** Limits the absences that are kept apart; of more, the two oldest count as one. */
export const ABSENCES_MAX = 8

/** The time for which an absence is remembered, in milliseconds: it extends promises that are no older. */
export const ABSENCE_KEPT_MS = 7 * 24 * 3600_000

/**
 * A time in which no report could come in, or that did not pass: what was promised before its end has so much more
 * time.
 */
export interface Absence {
  readonly until: Instant
  readonly ms: number
}

/** When reports could come in, at any node. A promise of a monitor runs out only in such a time. */
export interface OpenTime {
  /** The last moment of which it is known that they could; of what comes after it nothing is known yet. */
  readonly openUntil: Instant
  /** The oldest first. */
  readonly absences: readonly Absence[]
}

/** A time in which reports could always arrive. */
export const ALWAYS_OPEN: OpenTime = { openUntil: Infinity, absences: [] }

export interface OpenNote {
  readonly now: Instant
  /** The step of the clock since the note before, as the process that makes this one noticed it. */
  readonly steppedMs: number
}

/**
 * Notes that reports can arrive again after the process was gone, the database was gone, the machine was suspended, or
 * the clock was set.
 */
export function afterNote(before: OpenTime | undefined, { now, steppedMs }: OpenNote): OpenTime {
  if (!before) return { openUntil: now, absences: [] }
  const gapMs = now - before.openUntil
  if (gapMs < -CLOCKS_APART_MS_MAX) {
    // What this process noticed may have been noted by another one already. So it is a little less than the step:
    // nothing ends too early.
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
  // Another node has noted since: a long step for what it was, one that is shorter than an absence perhaps as a
  // busy moment.
  return steppedMs < ABSENCE_MS_MIN ? steppedMs : gapMs
}

/** Returns for how long no report could arrive since a moment: a promise of that moment lasts that much longer. */
export function absentSince({ absences }: Pick<OpenTime, 'absences'>, moment: Instant): number {
  return absences.reduce((sum, { until, ms }) => (until > moment ? sum + ms : sum), 0)
}

/** Withdraws from absences what a step back of the clock took: by the clock, that time has not passed. */
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
 * Tells whether a promise has run out. Nobody knows whether reports could arrive after the last note, so a promise
 * does not run out then.
 */
export function knownToBeExpired(
  expiredBefore: Instant,
  { now, openTime }: { readonly now: Instant; readonly openTime: OpenTime },
): Instant {
  return expiredBefore - Math.max(0, now - openTime.openUntil)
}
