import { invalidRequest } from '../errors.ts'
import type { Instant } from '../instant.ts'
import { firstInstantAt, shownAt } from '../time-zone.ts'
import { parseDay, timesOf } from './recurrence.ts'
import {
  type MaintenanceWindow,
  type Occurrence,
  WINDOW_DAYS_MAX,
  type WindowSchedule,
  type WindowSeen,
} from './window.ts'

/** A rule that does not occur within this time never does. */
const AHEAD_MS_MAX = 10 * 366 * 86_400_000

/** The most by which clocks are moved, and then some. */
const MOVED_MS_MAX = 86_400_000

/**
 * Returns the first occurrences that have not ended at a moment, the one under way included. Both begin and end are
 * what the clocks of the zone show; an occurrence whose times do not exist, as summer begins, lasts as long as it says.
 */
export function occurrencesAfter(
  schedule: WindowSchedule,
  { after, count }: { readonly after: Instant; readonly count: number },
): readonly Occurrence[] {
  const { zone, lastsMs } = schedule
  const shown = shownAt(after, zone)
  const found: Occurrence[] = []
  const from = shown - lastsMs - MOVED_MS_MAX
  for (const time of beginsOf(schedule, from)) {
    if (schedule.repeat !== null && time > shown + AHEAD_MS_MAX) break
    if (time < from) continue
    const occurrence = occurrenceAt(time, schedule)
    if (occurrence.endsAt > after) found.push(occurrence)
    if (found.length === count) break
  }
  return found
}

function occurrenceAt(shown: Instant, { zone, lastsMs }: WindowSchedule): Occurrence {
  const beginsAt = firstInstantAt(shown, zone)
  const end = firstInstantAt(shown + lastsMs, zone)
  return { beginsAt, endsAt: end > beginsAt ? end : beginsAt + lastsMs }
}

/** Lists the times at which it begins, as clocks show them; all from `from` on. */
function* beginsOf({ repeat, days, begins, firstDay }: WindowSchedule, from: Instant): Generator<Instant> {
  const ofDay = Date.parse(`1970-01-01T${begins}:00Z`)
  if (repeat !== null) yield* timesOf(repeat, (parseDay(firstDay) ?? 0) + ofDay, from)
  for (const day of days ?? []) yield (parseDay(day) ?? 0) + ofDay
}

/** Occurrences among which the skipped one is looked for. */
const COMING_MAX = 400
const DAY_MS = 86_400_000

/** Returns the day on which an occurrence begins, as the clocks of the zone show it. */
export function dayOf({ beginsAt }: Occurrence, { zone }: Pick<WindowSchedule, 'zone'>): string {
  return dayAt(beginsAt, zone)
}

export function isSkipped(
  occurrence: Occurrence,
  window: Pick<MaintenanceWindow, 'except' | 'zone'>,
): boolean {
  return window.except.includes(dayOf(occurrence, window))
}

/** Tells whether an occurrence holds nothing, because it is skipped or its silence was ended before its time. */
export function isCancelled(
  occurrence: Occurrence,
  window: Pick<WindowSeen, 'except' | 'zone' | 'ended'>,
): boolean {
  return window.ended.includes(occurrence.beginsAt) || isSkipped(occurrence, window)
}

/**
 * Returns the occurrence of a day that has not ended. Throws `invalid_request` if that day has no such occurrence.
 */
export function occurrenceOn(window: MaintenanceWindow, day: string, now: Instant): Occurrence {
  const coming = occurrencesAfter(window, { after: now, count: COMING_MAX })
  const found = coming.find((occurrence) => dayOf(occurrence, window) === day)
  if (found) return found
  const [next] = coming
  const hint = next ? `it begins next on ${dayOf(next, window)}` : 'it occurs no more'
  throw invalidRequest([{ path: 'day', message: `is "${day}", on which it does not begin; ${hint}` }])
}

/** Returns the days on which the window does not occur, with this one; what is over is forgotten. */
export function withSkipped(window: MaintenanceWindow, day: string, now: Instant): readonly string[] {
  const oldest = dayAt(now - window.lastsMs - DAY_MS, window.zone)
  const days = new Set([...window.except.filter((one) => one >= oldest), day])
  if (days.size > WINDOW_DAYS_MAX) {
    const message = `is one too many: ${WINDOW_DAYS_MAX} days are skipped already; restore one of them`
    throw invalidRequest([{ path: 'day', message }])
  }
  return [...days].toSorted()
}

/** Returns the days on which the window does not occur, without this one. */
export function withoutSkipped({ except }: Pick<MaintenanceWindow, 'except'>, day: string) {
  return except.filter((one) => one !== day)
}

function dayAt(at: Instant, zone: string): string {
  return new Date(shownAt(at, zone)).toISOString().slice(0, 10)
}
