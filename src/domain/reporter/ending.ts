import type { Instant } from '../instant.ts'
import { lastPushAt } from './reporter-list.ts'
import type { EndingReporter, Reporter } from './reporter.ts'

interface Period {
  /** When the alert was raised. */
  readonly since: Instant
  readonly now: Instant
}

/** Returns who said the end of an alert that clears now, and for how long its other reporters sent nothing. */
export function endingOf(all: readonly Reporter[], period: Period): readonly EndingReporter[] {
  const said = all.filter((reporter) => saidEnd(reporter, period.since)).map(({ name }) => ({ name }))
  const expired = all
    .filter((reporter) => isExpired(reporter, period.since))
    .map((reporter) => ({ name: reporter.name, unheardMs: period.now - lastPushAt(reporter) }))
  return [...said, ...expired]
}

function saidEnd({ endedAt, firings }: Reporter, since: Instant): boolean {
  return (endedAt ?? 0) >= since && firings.some(({ end }) => end === 'said')
}

function isExpired(reporter: Reporter, since: Instant): boolean {
  return lastPushAt(reporter) >= since && reporter.firings.some(({ end }) => end === 'expired')
}

/** Writes a sentence such as "prom-1 said the end; …", with the seconds since the last push of each other reporter. */
export function describeEnding(ending: readonly EndingReporter[]): string {
  const parts = ending.map(({ name, unheardMs }) =>
    unheardMs === undefined
      ? `${name} said the end`
      : `${name} not heard for ${Math.round(unheardMs / 1000)} s`,
  )
  return [...new Set(parts)].join('; ')
}
