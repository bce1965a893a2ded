import type { OpenTime } from '../../domain/open-time.ts'
import { readStored } from './stored-json.ts'

/** The key of the row in `meta`. */
export const OPEN_TIME_KEY = 'open_time'

export function toOpenTimeValue({ openUntil, absences }: OpenTime): string {
  return JSON.stringify([Math.round(openUntil), ...absences.flatMap(({ until, ms }) => [until, ms])])
}

/** Undefined: nothing that can be read. */
export function toOpenTime(value: string): OpenTime | undefined {
  const stored = readStored<unknown>(value, null)
  if (!Array.isArray(stored) || stored.length % 2 !== 1 || !stored.every(Number.isFinite)) return undefined
  const [openUntil, ...rest] = stored as number[]
  const absences = rest.flatMap((until, place) => (place % 2 === 0 ? [{ until, ms: rest[place + 1]! }] : []))
  return { openUntil: openUntil!, absences }
}
