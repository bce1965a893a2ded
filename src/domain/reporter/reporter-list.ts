import type { Instant } from '../instant.ts'
import { isOpen, type Firing, type Push, type Reporter } from './reporter.ts'

/**
 * Reporters of one alert. The longest silent one of the token with most is dropped first, so that nobody displaces
 * others' reporters.
 */
export const REPORTERS_MAX = 8

/** Prometheus repeats an end for 15 minutes; a reporter is remembered a little longer. */
const OVER_KEPT_MS = 20 * 60_000

/**
 * Returns the reporter of a push: known, new, or stored by an older release without its sender, if the start is the
 * same.
 */
export function ownReporter(reporters: readonly Reporter[], push: Push): Reporter {
  const { reporter: digest, token, name, startsAt } = push
  const known = reporters.find((one) => one.digest === digest)
  const nameless = reporters.find((one) => isNamelessOf(one, startsAt))
  if (known) return known
  return { endedAt: null, said: [], firings: [], ...nameless, digest, token, name }
}

export function withReporter(reporters: readonly Reporter[], reporter: Reporter): readonly Reporter[] {
  const starts = reporter.firings.map(({ startsAt }) => startsAt)
  const others = reporters.filter(
    (one) => one.digest !== reporter.digest && !starts.some((start) => isNamelessOf(one, start)),
  )
  return [reporter, ...others]
}

function isNamelessOf({ digest, firings }: Reporter, startsAt: Instant): boolean {
  return digest === '' && firings.some((one) => one.startsAt === startsAt)
}

/** Drops reporters that no longer fire, and the longest silent of too many. */
export function keepSome(reporters: readonly Reporter[], push: Push, now: Instant): readonly Reporter[] {
  const kept = reporters.filter((one) => one.firings.some(isOpen) || now - lastPushAt(one) < OVER_KEPT_MS)
  while (kept.length > REPORTERS_MAX) kept.splice(kept.indexOf(nextToForget(kept, push)), 1)
  return kept
}

function nextToForget(reporters: readonly Reporter[], { reporter: own }: Push): Reporter {
  const others = reporters.filter(({ digest }) => digest !== own)
  const over = others.filter(({ firings }) => !firings.some(isOpen))
  const counts = new Map<string, number>()
  for (const { token } of reporters) counts.set(token, (counts.get(token) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const candidates = over.length > 0 ? over : others.filter(({ token }) => counts.get(token) === most)
  const longest = Math.min(...candidates.map(lastPushAt))
  return candidates.find((one) => lastPushAt(one) === longest)!
}

export function lastPushAt({ firings }: Reporter): Instant {
  return Math.max(0, ...firings.map((firing) => firing.pushedAt))
}

/** Ends everything that fires, because pushes stopped or another reporter ended it. */
export function endAll(
  reporters: readonly Reporter[],
  end: NonNullable<Firing['end']>,
  now: Instant,
): readonly Reporter[] {
  return reporters.map((reporter) => {
    if (!reporter.firings.some(isOpen)) return reporter
    const firings = reporter.firings.map((firing) => (isOpen(firing) ? { ...firing, end } : firing))
    return { ...reporter, firings, endedAt: now }
  })
}

interface Reported {
  readonly endsAt?: Instant
  readonly reporters?: readonly Reporter[]
}

/** Leaves the member out if there are no reporters. */
export function withReporters<Given extends Reported>(given: Given, reporters: readonly Reporter[]): Given {
  if (reporters.length > 0) return { ...given, reporters }
  if (given.reporters === undefined) return given
  const { reporters: _, ...rest } = given
  // `reporters` is optional, so what lacks it is still a `Given`.
  return rest as Given
}

/** Drops a reported end: it has come, or a reporter continues. */
export function withoutEnd<Given extends Reported>(given: Given): Given {
  const { endsAt: _, ...rest } = given
  // `endsAt` is optional, so what lacks it is still a `Given`.
  return rest as Given
}

/** A reporter that no longer keeps its alert raised. */
export interface EndingReporter {
  readonly name: string
  /** How long it had sent nothing; absent: it reported the end. */
  readonly unheardMs?: number
}

/** Returns who ended an alert raised `since`, and how long its other reporters sent nothing. */
export function endingOf(all: readonly Reporter[], since: Instant, now: Instant): readonly EndingReporter[] {
  const said = all.filter((reporter) => saidEnd(reporter, since)).map(({ name }) => ({ name }))
  const expired = all
    .filter((reporter) => isExpired(reporter, since))
    .map((reporter) => ({ name: reporter.name, unheardMs: now - lastPushAt(reporter) }))
  return [...said, ...expired]
}

function saidEnd({ endedAt, firings }: Reporter, since: Instant): boolean {
  return (endedAt ?? 0) >= since && firings.some(({ end }) => end === 'said')
}

function isExpired(reporter: Reporter, since: Instant): boolean {
  return lastPushAt(reporter) >= since && reporter.firings.some(({ end }) => end === 'expired')
}

/** Writes "prom-1 said the end; …", with the seconds since the last push of each other reporter. */
export function describeEnding(ending: readonly EndingReporter[]): string {
  const parts = ending.map(({ name, unheardMs }) =>
    unheardMs === undefined
      ? `${name} said the end`
      : `${name} not heard for ${Math.round(unheardMs / 1000)} s`,
  )
  return [...new Set(parts)].join('; ')
}
