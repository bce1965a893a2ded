const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
})

/** `Nov 21, 2026, 9:15:30 AM GMT+1`, in the reader's zone and language. */
export function formatExact(at: string): string {
  return exact.format(new Date(at))
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const
type Unit = (typeof UNITS)[number][0]

/** `3 min ago`, `in 2 h`, `just now`: in the units of `formatDuration`. */
export function describeAgo(at: string, now: number): string {
  const difference = Date.parse(at) - now
  const distance = Math.abs(difference)
  // Below the page's clock step.
  if (distance < 10_000) return difference > 0 ? 'in a moment' : 'just now'
  const [unit, count] = difference > 0 ? nearest(distance) : passed(distance)
  return difference > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`
}

/** Counts whole units of the past. */
function passed(distance: number): readonly [Unit, number] {
  const [unit, length] = UNITS.find(([, length]) => distance >= length) ?? UNITS[3]
  return [unit, Math.floor(distance / length)]
}

/** Counts the nearest units of the future: in 6 days and 23 hours is in 7 days. */
function nearest(distance: number): readonly [Unit, number] {
  const [, length] = UNITS.find(([, length]) => distance >= length) ?? UNITS[3]
  return passed(Math.round(distance / length) * length)
}

/** Nothing in the past is later. */
export function endOfSecond(now: number): number {
  return Math.ceil(now / 1_000) * 1_000
}

const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,345` */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** `1.2M`, where space is scarce. */
export function formatShort(count: number): string {
  return count < 10_000 ? whole.format(count) : short.format(count)
}

/**
 * Writes a measured value with at most four significant digits: `66.62162162162163 %` becomes `66.62 %`.
 * Whole numbers and other text stay.
 */
export function formatMeasured(value: string): string {
  const [, digits, unit = ''] = /^([+-]?\d{1,15}\.\d+)(\s?[^\d\s]{0,12})$/.exec(value) ?? []
  if (digits === undefined) return value
  const number = Number(digits)
  const short = Math.abs(number) >= 1_000 ? Math.round(number) : Number(number.toPrecision(4))
  return String(short).includes('e') ? value : `${short}${unit}`
}

/** `850 µs`, `12 ms`, `1.5 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h` */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0 s'
  if (ms < 1) return `${Math.round(ms * 1000)} µs`
  if (ms < 1_000) return `${ms < 10 ? round(ms) : Math.round(ms)} ms`
  if (ms < 60_000) return `${ms < 10_000 ? round(ms / 1_000) : Math.round(ms / 1_000)} s`
  if (ms < 3_600_000) return pair(ms, 60_000, 'min', { part: 1_000, name: 's' })
  if (ms < 86_400_000) return pair(ms, 3_600_000, 'h', { part: 60_000, name: 'min' })
  return pair(ms, 86_400_000, 'd', { part: 3_600_000, name: 'h' })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function pair(
  ms: number,
  unit: number,
  name: string,
  rest: { readonly part: number; readonly name: string },
) {
  const large = Math.floor(ms / unit)
  const small = Math.floor((ms % unit) / rest.part)
  return small === 0 ? `${large} ${name}` : `${large} ${name} ${small} ${rest.name}`
}

/** `512 B`, `12 KB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_048_576) return `${round(bytes / 1_024)} KB`
  return `${round(bytes / 1_048_576)} MB`
}

/** Writes an instant for `<input type="datetime-local">`, in the reader's zone: `2026-11-21T10:15`. */
export function toLocalInput(at: string | undefined): string {
  if (at === undefined) return ''
  const date = new Date(at)
  // `toISOString` writes UTC, so the instant is moved by the zone's offset.
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Reads such a field; undefined: empty or incomplete. */
export function fromLocalInput(text: string): string | undefined {
  // Without a zone it is the reader's.
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** A measurement as the monitor wrote it. */
interface Measured {
  readonly current_value: string | null
  /** The value for a clear without one. */
  readonly last_value: string | null
  readonly threshold_value: string | null
}

/** `312 s, threshold 300 s` in few digits; empty: nothing was measured. */
export function valueOf(measured: Measured): string {
  return write(measured, formatMeasured)
}

/** Writes value and threshold with every digit. */
export function exactValueOf(measured: Measured): string {
  return write(measured, (text) => text)
}

function write(
  { current_value, last_value, threshold_value }: Measured,
  format: (text: string) => string,
): string {
  const last = isKnown(current_value) || !isKnown(last_value) ? [] : [`last ${format(last_value)}`]
  const words = [
    ...(isKnown(current_value) ? [format(current_value)] : last),
    ...(isKnown(threshold_value) ? [`threshold ${format(threshold_value)}`] : []),
  ]
  return words.join(', ')
}

function isKnown(text: string | null): text is string {
  return text !== null && text !== ''
}
