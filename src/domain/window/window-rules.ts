import { AppError, invalidRequest, type Issue } from '../errors.ts'
import type { WindowId } from '../ids.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { findMeaningIssues, withoutStored } from '../silence/silence-rules.ts'
import type { Confirmed } from '../silence/silence.ts'
import { formatDuration } from '../spelling.ts'
import { isTimeZone, shownAt } from '../time-zone.ts'
import { dayAt, isSkipped, occurrencesAfter } from './occurrences.ts'
import { DAY_MS, findRecurrenceIssue, parseDay } from './recurrence.ts'
import {
  type GivenWindow,
  type MaintenanceWindow,
  WINDOW_DAYS_MAX,
  WINDOW_MS_MAX,
  WINDOW_MS_MIN,
  WINDOW_NAME_CHARACTERS_MAX,
  type WindowEdit,
  WINDOWS_MAX,
  type WindowSchedule,
} from './window.ts'

export const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

const TIME_OF_DAY = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/
export const TIME_OF_DAY_PATTERN = TIME_OF_DAY.source
/** A rule is not followed through all the years before. */
const FIRST_DAY_MIN = '2020-01-01'
/** Occurrences of a rule that must not overlap: more than a year of weeks. */
const COMPARED_OCCURRENCES = 60

/** Throws `invalid_request` with every mistake. */
export function validateWindow(window: GivenWindow & Confirmed, now: Instant): void {
  validateDraft(window, now)
}

/** Throws `invalid_request` with every mistake in the given members, the schedule at least. */
export function validateDraft(window: WindowSchedule & WindowEdit, now: Instant): void {
  const issues = [
    ...findNameIssues(window),
    ...findMeaningIssues(window),
    ...findExceptIssues(window),
    ...findScheduleIssues(window, now),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
}

/** Returns the edited window. Throws `invalid_request` with every mistake. */
export function editWindow(
  before: MaintenanceWindow,
  { everything, ...edit }: WindowEdit,
  now: Instant,
): MaintenanceWindow {
  const after = { ...before, ...edit, updatedAt: now }
  const isSameSchedule = scheduleKey(before) === scheduleKey(after)
  const issues = [
    ...findNameIssues(after),
    ...findMeaningIssues({ ...withoutStored(after, before), everything }),
    ...findExceptIssues(after),
    // A window that is over may still be renamed.
    ...(isSameSchedule ? [] : findScheduleIssues(after, now)),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
  const isSame = JSON.stringify({ ...after, updatedAt: 0 }) === JSON.stringify({ ...before, updatedAt: 0 })
  return isSame ? before : after
}

/** Tells whether an edit changes what the current occurrence holds, and until when. */
export function changesOccurrence(
  before: MaintenanceWindow,
  after: MaintenanceWindow,
  now: Instant,
): boolean {
  if (skipsNow(before, now) !== skipsNow(after, now)) return true
  const keyOf = (window: MaintenanceWindow) =>
    JSON.stringify([window.match, window.webhookIds, window.jobs, scheduleKey(window)])
  return keyOf(before) !== keyOf(after)
}

function skipsNow(window: MaintenanceWindow, now: Instant): boolean {
  const [first] = occurrencesAfter(window, { after: now, count: 1 })
  return first !== undefined && first.beginsAt <= now && isSkipped(first, window)
}

function scheduleKey({ zone, begins, lastsMs, repeat, days, firstDay }: WindowSchedule): string {
  return JSON.stringify([zone, begins, lastsMs, repeat, days, firstDay])
}

export function requireWindow(found: MaintenanceWindow | undefined, id: WindowId): MaintenanceWindow {
  if (!found)
    throw new AppError('not_found', `There is no maintenance window ${id}. GET /v1/windows lists them.`)
  return found
}

export function refuseMoreWindows(count: number): void {
  if (count < WINDOWS_MAX) return
  throw new AppError(
    'conflict',
    `There are ${WINDOWS_MAX} maintenance windows, as many as there may be. Delete one that is not needed.`,
  )
}

/** Throws `conflict` if another window has the name. */
export function refuseSameName(name: string, other: WindowId | undefined): void {
  if (other === undefined) return
  throw new AppError('conflict', `Maintenance window ${other} has the name "${name}" already.`)
}

function findNameIssues({ name }: Partial<GivenWindow>): readonly Issue[] {
  if (name === undefined) return []
  if (name.trim() === '') return [{ path: 'name', message: 'is missing' }]
  if (name.length <= WINDOW_NAME_CHARACTERS_MAX) return []
  return [{ path: 'name', message: `is longer than ${WINDOW_NAME_CHARACTERS_MAX} characters` }]
}

function findExceptIssues({ except = [] }: Pick<GivenWindow, 'except'>): readonly Issue[] {
  if (except.length > WINDOW_DAYS_MAX)
    return [{ path: 'except', message: `must name at most ${WINDOW_DAYS_MAX} days` }]
  return except.flatMap((day, index) =>
    parseDay(day) === undefined ? [{ path: `except[${index}]`, message: noDay(day) }] : [],
  )
}

/** Checks whether a schedule ever occurs only if it has no other mistake. */
function findScheduleIssues(schedule: WindowSchedule, now: Instant): readonly Issue[] {
  const issues = findFormIssues(schedule)
  return issues.length > 0 ? issues : findOccurrenceIssues(schedule, now)
}

function findFormIssues(schedule: WindowSchedule): readonly Issue[] {
  return [...findTimeIssues(schedule), ...findRuleIssues(schedule)]
}

function findTimeIssues({ zone, begins, lastsMs }: WindowSchedule): readonly Issue[] {
  const issues: Issue[] = []
  // Offsets do not know summer time.
  if (!/^[A-Za-z]/.test(zone) || !isTimeZone(zone))
    issues.push({
      path: 'zone',
      message: `is "${zone}", which is no time zone; write an IANA name such as Europe/Berlin, or UTC`,
    })
  if (!TIME_OF_DAY.test(begins))
    issues.push({ path: 'begins', message: `is "${begins}", not a time of day such as 22:00` })
  if (lastsMs < WINDOW_MS_MIN || lastsMs > WINDOW_MS_MAX || lastsMs % WINDOW_MS_MIN !== 0) {
    const [least, most] = [formatDuration(WINDOW_MS_MIN), formatDuration(WINDOW_MS_MAX)]
    issues.push({ path: 'for', message: `must be whole minutes, from ${least} to ${most}` })
  }
  return issues
}

function findRuleIssues({ repeat, days, firstDay }: WindowSchedule): readonly Issue[] {
  const issues: Issue[] = []
  if (repeat === null && days === null)
    issues.push({
      path: 'repeat',
      message: 'is missing; give a rule such as FREQ=WEEKLY;BYDAY=SU, or `days`',
    })
  if (repeat !== null && days !== null)
    issues.push({ path: 'days', message: 'does not go with `repeat`; give one of them' })
  const rule = repeat === null ? undefined : findRecurrenceIssue(repeat)
  if (rule !== undefined) issues.push({ path: 'repeat', message: rule })
  if (days && (days.length === 0 || days.length > WINDOW_DAYS_MAX))
    issues.push({ path: 'days', message: `must name 1 to ${WINDOW_DAYS_MAX} days` })
  for (const [index, day] of (days ?? []).entries()) {
    if (parseDay(day) === undefined) issues.push({ path: `days[${index}]`, message: noDay(day) })
  }
  if (parseDay(firstDay) === undefined) issues.push({ path: 'from', message: noDay(firstDay) })
  else if (firstDay < FIRST_DAY_MIN)
    issues.push({ path: 'from', message: `must not be before ${FIRST_DAY_MIN}` })
  return issues
}

function noDay(text: string): string {
  return `is "${text}", not a day such as 2026-12-24`
}

function findOccurrenceIssues(schedule: WindowSchedule, now: Instant): readonly Issue[] {
  const path = schedule.repeat === null ? 'days' : 'repeat'
  const next = occurrencesAfter(schedule, { after: now, count: COMPARED_OCCURRENCES })
  if (next.length === 0)
    return [{ path, message: `never occurs after now, ${showLocal(now, schedule.zone)} in ${schedule.zone}` }]
  const overlapped = next.findIndex(({ endsAt }, index) => (next[index + 1]?.beginsAt ?? endsAt) < endsAt)
  if (overlapped < 0) return []
  const begin = formatInstant(next[overlapped + 1]?.beginsAt ?? now)
  return [
    { path: 'for', message: `is too long: the next occurrence begins at ${begin}, before this one ends` },
  ]
}

/** Such as `2026-12-06 22:00`. */
function showLocal(at: Instant, zone: string): string {
  return new Date(shownAt(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

/** Returns the default for the first day: today in the zone, or the day on which the current occurrence began. */
export function firstDayOf(given: Omit<WindowSchedule, 'firstDay'>, now: Instant): string {
  const { zone, repeat, lastsMs } = given
  const today = dayAt(now, zone)
  if (repeat === null || !namesItsDays(repeat)) return today
  if (findFormIssues({ ...given, firstDay: today }).length > 0) return today
  const earlier = { ...given, firstDay: dayAt(now - lastsMs - DAY_MS, zone) }
  const [first] = occurrencesAfter(earlier, { after: now, count: 1 })
  return first && first.beginsAt <= now ? dayAt(first.beginsAt, zone) : today
}

/** Tells whether a rule means the same days whenever it begins to count; other rules count from today. */
function namesItsDays(repeat: string): boolean {
  return /FREQ=DAILY|BYDAY=|BYMONTHDAY=/.test(repeat) && !/INTERVAL=(?!1(?:;|$))/.test(repeat)
}
