import type { components } from '../../api/schema.ts'

export type MaintenanceWindow = components['schemas']['MaintenanceWindow']
export type Occurrence = components['schemas']['WindowOccurrence']

/** Weekdays by their code in rules of recurrence (RFC 5545). */
export const WEEKDAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

/** Positions of a weekday in its month. */
export const PLACES: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
}

/** Describes when a window recurs: `Every Sunday at 22:00 for 4 hours`. */
export function describeRecurrence(
  window: Pick<MaintenanceWindow, 'repeat' | 'days' | 'begins' | 'for'>,
): string {
  const { repeat, days, begins, for: term } = window
  const when = repeat === null ? `On ${(days ?? []).join(', ')}` : describeRule(repeat)
  return `${when} at ${begins} for ${describeLength(term)}`
}

function describeRule(rule: string): string {
  if (rule === 'FREQ=DAILY') return 'Every day'
  const weekdays = weekdaysOf(rule)
  if (weekdays) return `Every ${weekdays.map((code) => WEEKDAYS[code]).join(', ')}`
  const monthly = placeOf(rule)
  if (monthly) return `Every ${PLACES[monthly.place]} ${WEEKDAYS[monthly.weekday]} of the month`
  return rule
}

/** Returns the weekdays of a rule that names nothing else; undefined: it names something else. */
export function weekdaysOf(rule: string): readonly string[] | undefined {
  const codes = /^FREQ=WEEKLY;BYDAY=([A-Z,]+)$/.exec(rule)?.[1]?.split(',')
  return codes?.every((code) => code in WEEKDAYS) ? codes : undefined
}

/** Returns the weekday of a month that a rule names; undefined: it names something else. */
export function placeOf(rule: string): { readonly place: string; readonly weekday: string } | undefined {
  const [, place = '', weekday = ''] = /^FREQ=MONTHLY;BYDAY=(-?\d)([A-Z]{2})$/.exec(rule) ?? []
  return place in PLACES && weekday in WEEKDAYS ? { place, weekday } : undefined
}

/** Returns the first occurrence that is not cancelled, after another one if that is given. */
export function nextHeld(
  { next }: Pick<MaintenanceWindow, 'next'>,
  after?: string,
): MaintenanceWindow['next'][number] | undefined {
  return next.find(({ cancelled, begins_at: at }) => !cancelled && (after === undefined || at > after))
}

/** Says when a window holds next if one occurrence is cancelled. */
export function describeOthers(window: Pick<MaintenanceWindow, 'next'>, without: string): string {
  const next = nextHeld(window, without)
  return next ? `The next one begins ${next.begins_local}.` : 'No other one is near.'
}

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' }

/** Writes `2h` as `2 hours`. */
export function describeLength(length: string): string {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(length) ?? []
  return unit === '' ? length : `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`
}
