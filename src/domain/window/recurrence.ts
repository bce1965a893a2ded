import { createRequire } from 'node:module'
import type * as Ical from 'ical.js'
import type { Instant } from '../instant.ts'

/** Characters of a rule of recurrence. */
export const RECURRENCE_CHARACTERS_MAX = 200

const KNOWN = 'known are FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL'
const INTERVAL_MAX = 366
const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'

/** The form of each part of a rule, and how to say it. */
const PARTS: Readonly<Record<string, { readonly form: RegExp; readonly says: string }>> = {
  FREQ: { form: /^(?:DAILY|WEEKLY|MONTHLY)$/, says: 'must be DAILY, WEEKLY or MONTHLY' },
  INTERVAL: { form: /^[1-9]\d{0,2}$/, says: `must be a number from 1 to ${INTERVAL_MAX}` },
  BYDAY: {
    form: new RegExp(`^[+-]?[1-5]?${WEEKDAY}(?:,[+-]?[1-5]?${WEEKDAY}){0,34}$`),
    says: 'must be days such as SU or MO,TH, with FREQ=MONTHLY also 2SU (the second) or -1FR (the last)',
  },
  BYMONTHDAY: {
    form: /^-?(?:[1-9]|[12]\d|3[01])(?:,-?(?:[1-9]|[12]\d|3[01])){0,30}$/,
    says: 'must be days of the month such as 1 or 15,-1 (-1: the last)',
  },
  UNTIL: { form: /^\d{8}$/, says: 'must be the last day, such as 20261231' },
}

/** Returns a rule as it is stored: without a prefix, in capitals. */
export function tidyRecurrence(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
}

/**
 * Says what is wrong with a rule of recurrence, in words that complete "repeat …"; undefined: nothing. A part of RFC
 * 5545 that is not known here is refused: a rule that is followed in part would hold at other times than it says.
 */
export function findRecurrenceIssue(rule: string): string | undefined {
  const parts = partsOf(rule)
  const names = parts.map(([name]) => name)
  if (!names.includes('FREQ')) return 'needs FREQ, e.g. FREQ=WEEKLY;BYDAY=SU'
  for (const [index, [name, value]] of parts.entries()) {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    if (!part) return `has ${name === '' ? 'an empty part' : name}, which is not supported; ${KNOWN}`
    if (names.indexOf(name) !== index) return `has ${name} twice`
    if (!part.form.test(value)) return `has ${name}=${value}, but ${name} ${part.says}`
  }
  return findClash(new Map(parts))
}

/** Finds parts that do not go together. */
function findClash(parts: ReadonlyMap<string, string>): string | undefined {
  const isMonthly = parts.get('FREQ') === 'MONTHLY'
  if (Number(parts.get('INTERVAL') ?? 1) > INTERVAL_MAX) return `has an INTERVAL of more than ${INTERVAL_MAX}`
  if (parts.get('FREQ') === 'DAILY' && parts.has('BYDAY'))
    return `has BYDAY, which does not go with FREQ=DAILY; write FREQ=WEEKLY;BYDAY=${parts.get('BYDAY')}`
  if (!isMonthly && parts.has('BYMONTHDAY')) return 'has BYMONTHDAY, which needs FREQ=MONTHLY'
  if (!isMonthly && /\d/.test(parts.get('BYDAY') ?? ''))
    return `has a number in BYDAY=${parts.get('BYDAY')}, which needs FREQ=MONTHLY`
  if (parts.has('BYDAY') && parts.has('BYMONTHDAY')) return 'has both BYDAY and BYMONTHDAY; give one of them'
  if (parts.has('UNTIL') && dayOf(parts.get('UNTIL') ?? '') === undefined)
    return `has UNTIL=${parts.get('UNTIL')}, which is no day`
  return undefined
}

function partsOf(rule: string): readonly (readonly [name: string, value: string])[] {
  return rule.split(';').map((part) => {
    const at = part.indexOf('=')
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  })
}

function dayOf(digits: string): Instant | undefined {
  return parseDay(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`)
}

/** Reads a day such as `2026-12-24`: its midnight in UTC. Undefined: there is no such day. */
export function parseDay(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : at
}

/** Loaded when a rule is read: most services have no maintenance windows. */
let loaded: typeof Ical.default | undefined

/**
 * Lists the times at which a rule occurs, from its first one on, as clocks show them: instants of the same digits in
 * UTC. `first` is the time from which the rule counts.
 */
export function* timesOf(rule: string, first: Instant): Generator<Instant> {
  loaded ??= createRequire(import.meta.url)('ical.js') as typeof Ical.default
  const { Recur, Time } = loaded
  // UNTIL names the last day, all of it.
  const recur = Recur.fromString(rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959'))
  const times = recur.iterator(Time.fromDateTimeString(new Date(first).toISOString().slice(0, 19)))
  for (let time = times.next(); time; time = times.next()) {
    yield Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  }
}
