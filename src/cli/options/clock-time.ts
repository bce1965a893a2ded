import { InvalidArgumentError } from 'commander'
import { formatInstant, parseInstant, type Instant } from '../../domain/instant.ts'

/**
 * Reads a time of RFC 3339, or what a clock of this machine shows next: `23:00` is today's, or tomorrow's if that is
 * past. Returns it in UTC, as the service writes it.
 */
export function nextInstant(now: () => Instant): (text: string) => string {
  return (text) => {
    const at = parseInstant(text) ?? nextOnClock(text, now())
    if (at !== undefined) return formatInstant(at)
    throw new InvalidArgumentError(
      `is "${text}", neither a time such as 2026-09-14T03:12:40Z nor one of today or tomorrow such as 23:00`,
    )
  }
}

function nextOnClock(text: string, now: Instant): Instant | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const at = new Date(now)
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (at.getTime() <= now) at.setDate(at.getDate() + 1)
  return at.getTime() as Instant
}
