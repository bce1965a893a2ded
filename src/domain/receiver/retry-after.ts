import { parseInstant, type Instant } from '../instant.ts'
import { memberOf, readJson } from './read-response.ts'
import type { RecordedResponse } from './outcome.ts'

/**
 * Returns the wait that a receiver asks for, in milliseconds; 0: none. Reads `Retry-After` (RFC 9110, section 10.2.3,
 * seconds or a date) of a 429 or 503, and of a 429 everything in `statedDelayMs`. Never negative, always finite.
 */
export function askedDelayMs(response: RecordedResponse, now: Instant): number {
  if (response.status === 429) return statedDelayMs(response, now)
  return response.status === 503 ? Math.max(0, delayInHeader(response, now) ?? 0) : 0
}

/**
 * Returns the longest wait in a response that means "too much", whatever its status: `Retry-After`; Discord's
 * `X-RateLimit-Reset-After` (seconds with a fraction) and relatives (`delayInReset`); in the JSON body `retry_after` of
 * Slack and Discord (seconds) and `parameters.retry_after` of Telegram.
 */
export function statedDelayMs(response: RecordedResponse, now: Instant): number {
  return Math.max(
    0,
    delayInHeader(response, now) ?? 0,
    delayInReset(response, now),
    delayInBody(response) ?? 0,
  )
}

/**
 * Reads the longest delay from headers of rate limits: `X-RateLimit-Reset-After` (seconds), `RateLimit-Reset` (seconds;
 * IETF drafts up to 07), `RateLimit: "default";r=0;t=30` and `RateLimit: limit=9, remaining=0, reset=30` (later and
 * earlier drafts), and `X-RateLimit-Reset`, a moment at most services (GitHub) and seconds at some.
 */
function delayInReset(response: RecordedResponse, now: Instant): number {
  const after = headerOf(response, 'x-ratelimit-reset-after')?.trim()
  const drafted = headerOf(response, 'ratelimit-reset')?.trim()
  const limit = headerOf(response, 'ratelimit') ?? ''
  const parameters = [...limit.matchAll(/(?:^|[;,])\s*(?:t|reset)\s*=\s*"?(\d{1,9}(?:\.\d{1,9})?)/gi)]
  const delays = [
    after === undefined ? undefined : secondsOf(after),
    drafted === undefined ? undefined : secondsOrMoment(drafted, now),
    ...parameters.map(([, seconds = '']) => secondsOf(seconds)),
    secondsOrMoment(headerOf(response, 'x-ratelimit-reset')?.trim() ?? '', now),
  ]
  return Math.max(0, ...delays.map((delay) => delay ?? 0))
}

/** From this count of seconds (2001) or milliseconds on, a number is a moment and no delay. */
const MOMENT_SECONDS_MIN = 1e9
const MOMENT_MILLISECONDS_MIN = 1e12

function secondsOrMoment(text: string, now: Instant): number | undefined {
  const count = /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : 0
  if (count < MOMENT_SECONDS_MIN) return parseRetryAfter(text, now)
  return Math.max(0, (count < MOMENT_MILLISECONDS_MIN ? count * 1_000 : count) - now)
}

function delayInHeader(response: RecordedResponse, now: Instant): number | undefined {
  const value = headerOf(response, 'retry-after')
  return value === undefined ? undefined : parseRetryAfter(value, now)
}

function headerOf({ headers }: RecordedResponse, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

/** Returns milliseconds from now; undefined if it is neither seconds nor a date of HTTP or ISO 8601. */
export function parseRetryAfter(value: string, now: Instant): number | undefined {
  const text = value.trim()
  // The grammar has whole seconds only, but some senders write fractions.
  const seconds = secondsOf(text)
  if (seconds !== undefined) return seconds
  const at = parseHttpDate(text, now) ?? parseInstant(text) ?? parseInstant(`${text}Z`)
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

/** A year of two digits that seems more than 50 years ahead is in the past (RFC 9110, section 5.6.7). */
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

function delayInBody(response: RecordedResponse): number | undefined {
  if (!response.body.includes('retry_after')) return undefined
  const json = readJson(response)?.value
  return delayIn(json) ?? delayIn(memberOf(json, 'parameters'))
}

function delayIn(json: unknown): number | undefined {
  const value = memberOf(json, 'retry_after')
  if (typeof value === 'string') return secondsOf(value)
  if (typeof value !== 'number' || value < 0) return undefined
  // 1e308 seconds are a number, but not in milliseconds.
  const delayMs = Math.ceil(value * 1000)
  return Number.isFinite(delayMs) ? delayMs : undefined
}

function secondsOf(text: string): number | undefined {
  return /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Math.ceil(Number(text) * 1000) : undefined
}
