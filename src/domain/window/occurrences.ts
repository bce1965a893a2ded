import type { Instant } from '../instant.ts'
import { firstInstantAt, shownAt } from '../time-zone/wall-clock.ts'
import { parseDay, timesOf } from './recurrence.ts'
import type { Occurrence, WindowSchedule } from './window.ts'

/** A rule that does not occur within this time never does. */
const LOOK_AHEAD_MS = 10 * 366 * 86_400_000

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
    if (schedule.repeat !== null && time > shown + LOOK_AHEAD_MS) break
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
