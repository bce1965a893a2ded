import { type Instant, parseInstant } from '../../src/domain/instant.ts'

const DAY_MS = 86_400_000
/** Beyond this, a date says more than a count of days. */
const RELATIVE_MS_MAX = 30 * DAY_MS

/** `just now`, `12 s ago`, `3 min ago`, `in 2 h`, `5 d ago`; beyond 30 days the date in UTC. */
export function relativeTime(at: Instant, now: Instant): string {
  const distanceMs = Math.abs(now - at)
  if (distanceMs > RELATIVE_MS_MAX) return new Date(at).toISOString().slice(0, 10)
  if (distanceMs < 1000) return 'just now'
  return at <= now ? `${coarse(distanceMs)} ago` : `in ${coarse(toNearest(distanceMs))}`
}

/** Describes an API time relative to now; other text stays, and nothing is `-`. */
export function describeTime(value: unknown, now: Instant): string {
  if (typeof value !== 'string' || value === '') return '-'
  const at = parseInstant(value)
  return at === undefined ? value : relativeTime(at, now)
}

/** A time in the service's sentences, with its preposition. */
const TIME_IN_SENTENCE = /\b(at|until|since) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/g

/**
 * Writes times in a sentence relative to now: `until <time>` is `for 42 s more`, `at <time>` is `in 42 s`.
 */
export function withRelativeTimes(sentence: string, now: Instant): string {
  return sentence.replaceAll(TIME_IN_SENTENCE, (_, word: string, at: string) => {
    const text = describeTime(at, now)
    const [, term] = text.split(/^in /)
    if (term === undefined) return text.endsWith('ago') && word === 'at' ? text : `${word} ${text}`
    return word === 'until' ? `for ${term} more` : text
  })
}

/** `0.4 ms`, `12 ms`, `1.2 s`. */
export function describeMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 10 && !Number.isInteger(ms) ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

/** `80 s`, `12 min`, `1.5 h`, for estimates. */
export function describeSeconds(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const SECOND = ['s', 1000] as const
const UNITS = [['d', DAY_MS], ['h', 3_600_000], ['min', 60_000], SECOND] as const

/** Rounds to the nearest unit: in 6 days and 23 hours is in 7 days. */
function toNearest(ms: number): number {
  const [, size] = UNITS.find(([, size]) => ms >= size) ?? SECOND
  return Math.round(ms / size) * size
}

function coarse(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? SECOND
  return `${Math.floor(ms / size)} ${unit}`
}

/** `512 bytes`, `16.0 KiB`, `1.4 GiB`. */
export function describeBytes(byteCount: number): string {
  const units = [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const
  const found = units.find(([, size]) => byteCount >= size)
  return found ? `${(byteCount / found[1]).toFixed(1)} ${found[0]}` : `${byteCount} bytes`
}
