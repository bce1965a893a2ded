import type { components } from '../../api/schema.ts'
import { describeLength, heldOf, type HoldDraft } from './silence.ts'

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

/** Which weekday of its month. */
export const PLACES: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
}

/** `Every Sunday at 22:00 for 4 hours` */
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

/** Undefined: the rule has more than weekdays. */
function weekdaysOf(rule: string): readonly string[] | undefined {
  const codes = /^FREQ=WEEKLY;BYDAY=([A-Z,]+)$/.exec(rule)?.[1]?.split(',')
  return codes?.every((code) => code in WEEKDAYS) ? codes : undefined
}

/** Undefined: the rule is no weekday of a month. */
function placeOf(rule: string): { readonly place: string; readonly weekday: string } | undefined {
  const [, place = '', weekday = ''] = /^FREQ=MONTHLY;BYDAY=(-?\d)([A-Z]{2})$/.exec(rule) ?? []
  return place in PLACES && weekday in WEEKDAYS ? { place, weekday } : undefined
}

/** Returns the first occurrence that is not cancelled, after `after` if given. */
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

export interface WindowDraft extends HoldDraft {
  readonly name: string
  readonly recurs: 'daily' | 'weekly' | 'monthly' | 'days' | 'rule'
  /** Codes of weekdays, for `weekly`. */
  readonly weekdays: readonly string[]
  /** For `monthly`. */
  readonly place: string
  readonly weekday: string
  /** Days separated by commas, for `days`. */
  readonly days: string
  /** For `rule`. */
  readonly rule: string
  readonly begins: string
  readonly length: string
  readonly zone: string
  readonly jobs: MaintenanceWindow['jobs']
}

export type WindowTimes = components['schemas']['WindowDraft']

/** Drafts a new window, or a changed one. */
export function draftOf(before: MaintenanceWindow | undefined, zone: string): WindowDraft {
  const { repeat = 'FREQ=WEEKLY;BYDAY=SU', days = null } = before ?? {}
  const monthly = repeat === null ? undefined : placeOf(repeat)
  return {
    name: before?.name ?? '',
    match: before?.match ?? '',
    everything: before?.everything ?? false,
    webhookIds: before?.webhook_ids ?? [],
    recurs: recursOf(repeat),
    weekdays: (repeat === null ? undefined : weekdaysOf(repeat)) ?? ['SU'],
    place: monthly?.place ?? '1',
    weekday: monthly?.weekday ?? 'SU',
    days: (days ?? []).join(', '),
    rule: repeat ?? '',
    begins: before?.begins ?? '22:00',
    length: before?.for ?? '2h',
    zone: before?.zone ?? zone,
    jobs: before?.jobs ?? 'hold',
    reason: before?.reason ?? '',
  }
}

function recursOf(repeat: string | null): WindowDraft['recurs'] {
  if (repeat === null) return 'days'
  if (repeat === 'FREQ=DAILY') return 'daily'
  if (weekdaysOf(repeat)) return 'weekly'
  return placeOf(repeat) ? 'monthly' : 'rule'
}

/** Returns the body that saves it. */
export function bodyOf(draft: WindowDraft): components['schemas']['NewWindow'] {
  const { name, jobs, reason } = draft
  return { name, ...heldOf(draft), ...timesOf(draft), jobs, reason }
}

/** Returns the body's members for its times. */
export function timesOf(draft: WindowDraft): WindowTimes {
  const { zone, begins, length, days } = draft
  const times = { zone, begins, for: length }
  if (draft.recurs === 'days') {
    const named = days.split(/[\s,]+/).filter((day) => day !== '')
    return { ...times, days: named } as WindowTimes
  }
  return { ...times, repeat: ruleOf(draft) } as WindowTimes
}

function ruleOf({ recurs, weekdays, place, weekday, rule }: WindowDraft): string {
  if (recurs === 'daily') return 'FREQ=DAILY'
  if (recurs === 'weekly') return `FREQ=WEEKLY;BYDAY=${weekdays.join(',')}`
  return recurs === 'monthly' ? `FREQ=MONTHLY;BYDAY=${place}${weekday}` : rule
}
