import type { Instant } from '../instant.ts'
import { isTimeZone } from '../time-zone/time-zone.ts'
import { shownAt } from '../time-zone/wall-clock.ts'
import { occurrencesAfter } from './occurrences.ts'
import { findFormIssues } from './window-rules.ts'
import type { WindowSchedule } from './window.ts'

const DAY_MS = 86_400_000

/**
 * Returns the day from which a new window counts if none is given: today in its zone, or the day on which the
 * occurrence that is under way began.
 */
export function firstDayOf(given: Omit<WindowSchedule, 'firstDay'>, now: Instant): string {
  const { zone, repeat, lastsMs } = given
  const today = dayIn(zone, now)
  if (repeat === null || !namesItsDays(repeat)) return today
  if (findFormIssues({ ...given, firstDay: today }).length > 0) return today
  const earlier = { ...given, firstDay: dayIn(zone, now - lastsMs - DAY_MS) }
  const [first] = occurrencesAfter(earlier, { after: now, count: 1 })
  return first && first.beginsAt <= now ? dayIn(zone, first.beginsAt) : today
}

/**
 * Tells whether a rule means the same days from whichever day it counts; the first day of any other rule is today.
 */
function namesItsDays(repeat: string): boolean {
  return /FREQ=DAILY|BYDAY=|BYMONTHDAY=/.test(repeat) && !/INTERVAL=(?!1(?:;|$))/.test(repeat)
}

function dayIn(zone: string, at: Instant): string {
  return new Date(isTimeZone(zone) ? shownAt(at, zone) : at).toISOString().slice(0, 10)
}
