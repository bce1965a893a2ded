import { invalidRequest } from '../errors.ts'
import type { Instant } from '../instant.ts'
import { firstInstantAt, shownAt } from '../time-zone.ts'
import { DAY_MS, parseDay, timesOf } from './recurrence.ts'
import type { MaintenanceWindow, Occurrence, WindowSchedule, WindowSeen } from './window.ts'
import { WINDOW_DAYS_MAX } from './window.ts'

/** A rule that does not occur within this time never does. */
const AHEAD_MS_MAX = 10 * 366 * 86_400_000

/** The most by which clocks are moved, with a margin. */
const MOVED_MS_MAX = 86_400_000

/**
 * Returns the first occurrences that have not ended. Start and end follow the clocks of the zone; an occurrence at
 * times that summer time skips lasts as long as it says.
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

/** Lists starts as clocks show them, including all from `from` on. */
function* beginsOf({ repeat, days, begins, firstDay }: WindowSchedule, from: Instant): Generator<Instant> {
  const ofDay = Date.parse(`1970-01-01T${begins}:00Z`)
  if (repeat !== null) yield* timesOf(repeat, (parseDay(firstDay) ?? 0) + ofDay, from)
  for (const day of days ?? []) yield (parseDay(day) ?? 0) + ofDay
}

/** Occurrences in which a day to skip is searched. */
const COMING_MAX = 400

/** Returns the day of the start, by the clocks of the zone. */
export function dayOf({ beginsAt }: Occurrence, { zone }: Pick<WindowSchedule, 'zone'>): string {
  return dayAt(beginsAt, zone)
}

export function isSkipped(
  occurrence: Occurrence,
  window: Pick<MaintenanceWindow, 'except' | 'zone'>,
): boolean {
  return window.except.includes(dayOf(occurrence, window))
}

/** Tells whether an occurrence is skipped, or its silence was ended early. */
export function isCancelled(
  occurrence: Occurrence,
  window: Pick<WindowSeen, 'except' | 'zone' | 'ended'>,
): boolean {
  return window.ended.includes(occurrence.beginsAt) || isSkipped(occurrence, window)
}

/** Throws `invalid_request` if no coming occurrence begins on that day. */
export function occurrenceOn(window: MaintenanceWindow, day: string, now: Instant): Occurrence {
  const coming = occurrencesAfter(window, { after: now, count: COMING_MAX })
  const found = coming.find((occurrence) => dayOf(occurrence, window) === day)
  if (found) return found
  const [next] = coming
  const hint = next ? `it begins next on ${dayOf(next, window)}` : 'it occurs no more'
  throw invalidRequest([{ path: 'day', message: `is "${day}", on which it does not begin; ${hint}` }])
}

/** Adds a day on which the window does not occur; past ones are dropped. */
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

/** Such as `2026-12-24`. A zone that does not exist counts as UTC. */
export function dayAt(at: Instant, zone: string): string {
  return new Date(shownAt(at, zone)).toISOString().slice(0, 10)
}
