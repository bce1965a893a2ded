/**
 * A text for values without a JSON type, in settings, requests, files and on the command line: durations, sizes,
 * schedules, rates. `parse` throws an Error that completes "<field> …".
 */
export interface Spelling<Value> {
  readonly parse: (text: string) => Value
  /** `parse` reads it back to the same value. */
  readonly format: (value: Value) => string
  /** The form as a regular expression, for documents; without the limits. */
  readonly pattern: string
  readonly charactersMax: number
}

const DURATION_UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** Weeks are read but not written: `7d` stays as it was. */
const READ_UNITS_MS = { ...DURATION_UNITS_MS, w: 7 * 86_400_000 } as const
const SIZE_UNITS = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const

/** The forms as regular expressions, for documents; without the limits. */
const DURATION_FORM = String.raw`(?:0|(?:[0-9]{1,9}(?:\.[0-9]{1,3})?(?:ms|s|m|h|d|w))+)`
const NO_DELAY = String.raw`0{1,9}(?:\.0{1,3})?(?:ms|s|m|h|d)?`
const TIMES = String.raw`(?:\*[1-9][0-9]{0,2})?\s*`
export const DURATION_PATTERN = `^${DURATION_FORM}$`
const SIZE_PATTERN = '^[0-9]{1,12}(?:[Bb]|[KkMmGg][Bb])?$'
const SCHEDULE_PATTERN = String.raw`^\s*${NO_DELAY}${TIMES}(?:,\s*${DURATION_FORM}${TIMES})*$`
const DISTANCES_PATTERN = String.raw`^\s*${DURATION_FORM}\s*(?:,\s*${DURATION_FORM}\s*)*$`
const RATE_PATTERN = `^[0-9]{1,6}/${DURATION_FORM}$`

/** Attempts of one delivery that a retry schedule may name. */
export const SCHEDULE_ATTEMPTS_MAX = 100
const SCHEDULE_DELAY_MS_MAX = 7 * 86_400_000
const RATE_INTERVAL_MS_MAX = 86_400_000

const DURATION_PARTS = /(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d|w)/g

/**
 * `250ms`, `15s`, `5m`, `2h`, `30d`, `1w`, also with a fraction, or several with falling units such as `1h30m`; `0`
 * needs no unit. In milliseconds.
 */
export function parseDuration(text: string): number {
  if (text === '0') return 0
  const parts = [...text.matchAll(DURATION_PARTS)].map(([part, count, unit]) => ({
    part,
    count: Number(count),
    size: READ_UNITS_MS[unit as keyof typeof READ_UNITS_MS],
  }))
  const isFalling = parts.every(({ size }, index) => size < (parts[index - 1]?.size ?? Infinity))
  if (text === '' || !isFalling || parts.map(({ part }) => part).join('') !== text)
    throw new Error(`is "${text}", not a duration such as 250ms, 15s, 5m, 1h30m, 30d or 2w`)
  return Math.round(parts.reduce((sum, { count, size }) => sum + count * size, 0))
}

/** `512`, `16kb`, `4mb`, `20gb`. In bytes. */
export function parseBytes(text: string): number {
  const match = /^(\d{1,12})(b|kb|mb|gb)?$/i.exec(text)
  if (!match) throw new Error(`is "${text}", not a size such as 16kb, 4mb or 20gb`)
  return Number(match[1]) * SIZE_UNITS[(match[2]?.toLowerCase() ?? 'b') as keyof typeof SIZE_UNITS]
}

/** `0s,5s,1m,2h*3`: the delay before each attempt, in milliseconds; the first is always 0. */
export function parseSchedule(text: string): readonly number[] {
  const delays = text.split(',').flatMap((part) => {
    const [duration = '', times = '1', ...rest] = part.trim().split('*')
    if (rest.length > 0 || !/^[1-9]\d{0,2}$/.test(times)) {
      throw new Error(`has "${part.trim()}", not a duration or a repeated one such as 5s or 2h*11`)
    }
    return Array<number>(Number(times)).fill(parseDuration(duration))
  })
  if (delays[0] !== 0)
    throw new Error(`is "${text}", but must begin with 0s: the first attempt is made at once`)
  if (delays.length > SCHEDULE_ATTEMPTS_MAX) {
    throw new Error(`has ${delays.length} attempts, but may have ${SCHEDULE_ATTEMPTS_MAX} at most`)
  }
  if (delays.some((delay) => delay > SCHEDULE_DELAY_MS_MAX)) throw new Error('has a delay of more than 7d')
  return delays
}

/** `1h,4h,1d`, in milliseconds. */
function parseDistances(text: string): readonly number[] {
  return text.split(',').map((part) => parseDuration(part.trim()))
}

/** `20/1m`: at most so many in any such period; both at least 1 (`1ms`). */
export function parseRate(text: string): { readonly count: number; readonly intervalMs: number } {
  const [, count = '', duration = ''] = /^(\d{1,6})\/(.*)$/.exec(text) ?? []
  if (Number(count) === 0) throw new Error(`is "${text}", not a number and a duration such as 1/1s or 20/1m`)
  const intervalMs = parseDuration(duration)
  if (intervalMs < 1 || intervalMs > RATE_INTERVAL_MS_MAX) {
    throw new Error(`is "${text}", but its duration must be from 1ms to 1d`)
  }
  return { count: Number(count), intervalMs }
}

/** A spelling that `parseRate` reads back to the same rate. */
export function formatRate({ count, intervalMs }: ReturnType<typeof parseRate>): string {
  return `${count}/${formatDuration(intervalMs)}`
}

/** A spelling that `parseBytes` reads back to the same size. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0'
  const units = Object.entries(SIZE_UNITS).toReversed()
  const [unit, size] = units.find(([, size]) => bytes % size === 0) ?? ['b', 1]
  return `${bytes / size}${unit}`
}

/** Returns the shortest spelling. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s'
  const units = Object.entries(DURATION_UNITS_MS).toReversed()
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}

/** Writes equal neighbours once, as in `2h*11`. */
export function formatSchedule(delaysMs: readonly number[]): string {
  const runs: { readonly delayMs: number; times: number }[] = []
  for (const delayMs of delaysMs) {
    const last = runs.at(-1)
    if (last?.delayMs === delayMs) last.times += 1
    else runs.push({ delayMs, times: 1 })
  }
  return runs
    .map(({ delayMs, times }) =>
      times === 1 ? formatDuration(delayMs) : `${formatDuration(delayMs)}*${times}`,
    )
    .join(',')
}

/** Characters of a duration, a size or a rate. */
const WORD_CHARACTERS_MAX = 20
/** Fits more distances than any list may have. */
const DISTANCES_CHARACTERS_MAX = 400
/** Fits a hundred attempts, spelt out. */
const SCHEDULE_CHARACTERS_MAX = 2000

export const DURATION: Spelling<number> = {
  parse: parseDuration,
  format: formatDuration,
  pattern: DURATION_PATTERN,
  charactersMax: WORD_CHARACTERS_MAX,
}
export const SIZE: Spelling<number> = {
  parse: parseBytes,
  format: formatBytes,
  pattern: SIZE_PATTERN,
  charactersMax: WORD_CHARACTERS_MAX,
}
export const SCHEDULE: Spelling<readonly number[]> = {
  parse: parseSchedule,
  format: formatSchedule,
  pattern: SCHEDULE_PATTERN,
  charactersMax: SCHEDULE_CHARACTERS_MAX,
}
export const DISTANCES: Spelling<readonly number[]> = {
  parse: parseDistances,
  format: (distancesMs) => distancesMs.map(formatDuration).join(','),
  pattern: DISTANCES_PATTERN,
  charactersMax: DISTANCES_CHARACTERS_MAX,
}
export const RATE: Spelling<ReturnType<typeof parseRate>> = {
  parse: parseRate,
  format: formatRate,
  pattern: RATE_PATTERN,
  charactersMax: WORD_CHARACTERS_MAX,
}

/** `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
