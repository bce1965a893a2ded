import { createRequire } from 'node:module'
import type * as Ical from 'ical.js'
import type { Instant } from '../instant.ts'

/** Characters of a rule of recurrence. */
export const RECURRENCE_CHARACTERS_MAX = 200

const KNOWN = 'known are FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL'
const INTERVAL_MAX = 366

/**
 * The allowed parts of a rule. A fifth weekday, and days that few months have from their end, are refused: the library
 * computes wrong days for some of them.
 */
const PARTS: Readonly<Record<string, Part>> = {
  FREQ: { form: /^(?:DAILY|WEEKLY|MONTHLY)$/, says: 'must be DAILY, WEEKLY or MONTHLY' },
  INTERVAL: { form: /^[1-9]\d{0,2}$/, says: `must be a number from 1 to ${INTERVAL_MAX}` },
  BYDAY: {
    form: /^(?:[+-]?[1-4])?(?:MO|TU|WE|TH|FR|SA|SU)$/,
    isList: true,
    says: 'must be days such as SU or MO,TH, with FREQ=MONTHLY also 1SU to 4SU, or -1FR (the last)',
  },
  BYMONTHDAY: {
    form: /^(?:-?(?:[1-9]|1\d|2[0-8])|29|30|31)$/,
    isList: true,
    says: 'must be days of the month such as 1 or 15,-1 (-1 to -28: counted from the last)',
  },
  UNTIL: { form: /^\d{8}$/, says: 'must be the last day, such as 20261231' },
}

interface Part {
  /** The form of the value, or of each one in a list. */
  readonly form: RegExp
  readonly isList?: true
  readonly says: string
}

function isOfForm(value: string, { form, isList }: Part): boolean {
  return isList ? value.split(',').every((one) => form.test(one)) : form.test(value)
}

/** Returns a rule as it is stored: without a prefix, in capitals. */
export function tidyRecurrence(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
}

/**
 * Says what is wrong with a rule, in words that complete "repeat …". Unknown parts of RFC 5545 are refused: a rule that
 * is followed in part would hold at other times.
 */
export function findRecurrenceIssue(rule: string): string | undefined {
  const parts = partsOf(rule)
  const names = parts.map(([name]) => name)
  if (!names.includes('FREQ')) return 'needs FREQ, e.g. FREQ=WEEKLY;BYDAY=SU'
  for (const [index, [name, value]] of parts.entries()) {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    if (!part) return `has ${name === '' ? 'an empty part' : name}, which is not supported; ${KNOWN}`
    if (names.indexOf(name) !== index) return `has ${name} twice`
    if (!isOfForm(value, part)) return `has ${name}=${value}, but ${name} ${part.says}`
  }
  return findClash(new Map(parts))
}

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

/** Reads a day such as `2026-12-24` as its midnight in UTC; undefined: there is no such day. */
export function parseDay(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : at
}

/** Loaded with the first rule: most services have no maintenance windows. */
let loaded: typeof Ical.default | undefined

/**
 * Lists the times of a rule as clocks show them, as instants of the same digits in UTC. `first`: the time from which
 * the rule counts. Lists all times from `from` on, and perhaps some before.
 */
export function* timesOf(rule: string, first: Instant, from = first): Generator<Instant> {
  loaded ??= createRequire(import.meta.url)('ical.js') as typeof Ical.default
  const { Recur, Time } = loaded
  const near = moveNear(rule, first, from)
  // UNTIL includes the last day.
  const recur = Recur.fromString(near.rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959'))
  const times = recur.iterator(Time.fromDateTimeString(new Date(near.first).toISOString().slice(0, 19)))
  for (let time = times.next(); time; time = times.next()) {
    yield Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  }
}

export const DAY_MS = 86_400_000

/** A rule, and the time from which it counts. */
interface Counted {
  readonly rule: string
  readonly first: Instant
}

/**
 * Moves the time from which a rule counts near another, by whole intervals: following it through years would take too
 * long.
 */
function moveNear(rule: string, first: Instant, from: Instant): Counted {
  const parts = new Map(partsOf(rule))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  if (parts.get('FREQ') === 'MONTHLY') return moveMonths(rule, { first, from, interval, parts })
  const stepMs = interval * (parts.get('FREQ') === 'WEEKLY' ? 7 : 1) * DAY_MS
  return { rule, first: first + Math.max(0, Math.floor((from - first) / stepMs)) * stepMs }
}

/** Months differ in length, so the rule counts from the first day of one, and names its days itself. */
function moveMonths(
  rule: string,
  {
    first,
    from,
    interval,
    parts,
  }: {
    readonly first: Instant
    readonly from: Instant
    readonly interval: number
    readonly parts: ReadonlyMap<string, string>
  },
): Counted {
  const [begin, target] = [new Date(first), new Date(from)]
  const months =
    (target.getUTCFullYear() - begin.getUTCFullYear()) * 12 + target.getUTCMonth() - begin.getUTCMonth()
  const steps = Math.floor(months / interval)
  if (steps < 1) return { rule, first }
  const month = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + steps * interval, 1)
  const namesDays = parts.has('BYDAY') || parts.has('BYMONTHDAY')
  return {
    rule: namesDays ? rule : `${rule};BYMONTHDAY=${begin.getUTCDate()}`,
    first: month + (first % DAY_MS),
  }
}
