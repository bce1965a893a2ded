import type { Instant } from './instant.ts'
import type { RecordedAnswer } from './outcome.ts'

/**
 * How long a receiver asks us to wait, in milliseconds from now; 0: it does not say. Read are `Retry-After` (RFC 9110,
 * section 10.2.3, seconds or a date) of a 429 or 503, and in the JSON body of a 429 what Slack and Discord write
 * (`retry_after`, seconds) and Telegram (`parameters.retry_after`). The longest counts. Never negative, always finite.
 */
export function askedDelayMs(answer: RecordedAnswer, now: Instant): number {
  if (answer.status !== 429 && answer.status !== 503) return 0
  const header = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const fromHeader = header === undefined ? undefined : parseRetryAfter(header, now)
  const fromBody = answer.status === 429 ? delayInBody(answer) : undefined
  return Math.max(0, fromHeader ?? 0, fromBody ?? 0)
}

/** The value of a `Retry-After` header in milliseconds from now; undefined if it is neither seconds nor a date. */
export function parseRetryAfter(value: string, now: Instant): number | undefined {
  const text = value.trim()
  // The grammar knows whole seconds only; some senders write a fraction all the same.
  if (/^\d{1,12}(\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const at = parseHttpDate(text, now)
  return at === undefined ? undefined : Math.max(0, at - now)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const IMF_FIXDATE =
  /^[a-z]{3,9},? +(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d{2}) +(\d{2}):(\d{2}):(\d{2}) +(?:GMT|UTC|[+-]0000)$/i
const ASCTIME = /^[a-z]{3} +([a-z]{3}) +(\d{1,2}) +(\d{2}):(\d{2}):(\d{2}) +(\d{4})$/i

/** The three date forms of RFC 9110, section 5.6.7: IMF-fixdate, and the obsolete RFC 850 and asctime ones. */
function parseHttpDate(text: string, now: Instant): Instant | undefined {
  const fixed = IMF_FIXDATE.exec(text)
  if (fixed) {
    const [, day, month, year, hour, minute, second] = fixed
    return toInstant({ day, month, year: fullYear(year ?? '', now), hour, minute, second })
  }
  const asctime = ASCTIME.exec(text)
  if (!asctime) return undefined
  const [, month, day, hour, minute, second, year] = asctime
  return toInstant({ day, month, year: Number(year), hour, minute, second })
}

/** A year of two digits that seems to be more than 50 years ahead is in the past (RFC 9110, section 5.6.7). */
function fullYear(digits: string, now: Instant): number {
  if (digits.length === 4) return Number(digits)
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(digits)
  return year > thisYear + 50 ? year - 100 : year
}

interface DateParts {
  readonly day: string | undefined
  readonly month: string | undefined
  readonly year: number
  readonly hour: string | undefined
  readonly minute: string | undefined
  readonly second: string | undefined
}

function toInstant({ day, month = '', year, hour, minute, second }: DateParts): Instant | undefined {
  const monthIndex = MONTHS.indexOf(month.toLowerCase())
  if (monthIndex === -1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const date = new Date(Date.UTC(year, monthIndex, Number(day), Number(hour), Number(minute), Number(second)))
  // 31 February would silently become a day in March.
  return Number(second) < 60 && date.getUTCMonth() !== monthIndex ? undefined : date.getTime()
}

function delayInBody({ body, bodyTruncated }: RecordedAnswer): number | undefined {
  if (bodyTruncated || !body.includes('retry_after')) return undefined
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  return secondsIn(json) ?? secondsIn(memberOf(json, 'parameters'))
}

function secondsIn(json: unknown): number | undefined {
  const value = memberOf(json, 'retry_after')
  const seconds = typeof value === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || seconds < 0) return undefined
  // 1e308 seconds are a number, but a thousand times as many are not.
  const delayMs = Math.ceil(seconds * 1000)
  return Number.isFinite(delayMs) ? delayMs : undefined
}

function memberOf(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  return Object.getOwnPropertyDescriptor(json, name)?.value
}
