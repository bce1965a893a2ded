import type { components } from '../../api/schema.ts'
import { placeOf, weekdaysOf, type MaintenanceWindow } from './window.ts'

/** A maintenance window as the dialog has it. */
export interface WindowDraft {
  readonly name: string
  readonly match: string
  /** It is meant that everything is held. */
  readonly everything: boolean
  /** None: all webhooks. */
  readonly webhookIds: readonly number[]
  readonly recurs: 'daily' | 'weekly' | 'monthly' | 'days' | 'rule'
  /** Codes of weekdays, for `weekly`. */
  readonly weekdays: readonly string[]
  /** For `monthly`. */
  readonly place: string
  readonly weekday: string
  /** Days with commas between them, for `days`. */
  readonly days: string
  /** For `rule`. */
  readonly rule: string
  readonly begins: string
  readonly length: string
  readonly zone: string
  readonly jobs: MaintenanceWindow['jobs']
  readonly reason: string
}

export const RECURS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'days', label: 'On some days' },
  { value: 'rule', label: 'By a rule' },
] as const

export const LENGTHS: readonly string[] = [
  '15m',
  '30m',
  '1h',
  '2h',
  '3h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '2d',
]

type NewWindow = components['schemas']['NewWindow']
export type WindowTimes = components['schemas']['WindowDraft']

/** Returns the draft of a new window, or of one that is changed. */
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

/** Returns the body of the request that saves it. */
export function bodyOf(draft: WindowDraft): NewWindow {
  const { name, match, everything, webhookIds, jobs, reason } = draft
  return {
    name,
    match,
    ...(everything && { everything }),
    webhook_ids: webhookIds.length === 0 ? null : [...webhookIds],
    ...timesOf(draft),
    jobs,
    reason,
  } as NewWindow
}

/** Returns the part of the body that says when it occurs. */
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
