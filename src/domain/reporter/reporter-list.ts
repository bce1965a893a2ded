import type { Instant } from '../instant.ts'
import { isOpen } from './reporter-life.ts'
import type { Firing, Push, Reporter } from './reporter.ts'

/**
 * Limit of reporters of one alert. The longest silent one of the token with most is forgotten first, so that nobody
 * crowds out the reporters of others.
 */
export const REPORTERS_MAX = 8

/** Prometheus repeats an end for 15 minutes; so long its reporter is remembered. */
const OVER_KEPT_MS = 20 * 60_000

/**
 * The reporter of a push: a known one, a new one, or one that an older release stored without its sender, if it has
 * the same start.
 */
export function ownReporter(reporters: readonly Reporter[], push: Push): Reporter {
  const { reporter: digest, token, name, startsAt } = push
  const known = reporters.find((one) => one.digest === digest)
  const nameless = reporters.find((one) => isNamelessOf(one, startsAt))
  if (known) return known
  return { endedAt: null, said: [], firings: [], ...nameless, digest, token, name }
}

/** Puts a reporter in the place of what was known of it. */
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

/** Forgets reporters without a firing, and of too many the longest silent one. */
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

/** The moment of the last push of a reporter. */
export function lastPushAt({ firings }: Reporter): Instant {
  return Math.max(0, ...firings.map((firing) => firing.pushedAt))
}

/** Ends all that fires, because no push arrived any more, or another reporter said so. */
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

/** An alert, or a variant of one. */
interface Reported {
  readonly endsAt?: Instant
  readonly reporters?: readonly Reporter[]
}

/** Puts reporters into an alert or variant. Without any, the member is missing. */
export function withReporters<Given extends Reported>(given: Given, reporters: readonly Reporter[]): Given {
  if (reporters.length > 0) return { ...given, reporters }
  if (given.reporters === undefined) return given
  const { reporters: _, ...rest } = given
  // `reporters` is optional, so what lacks it is still a `Given`.
  return rest as Given
}

/** Without the end that somebody said: it has come, or a reporter goes on. */
export function withoutEnd<Given extends Reported>(given: Given): Given {
  const { endsAt: _, ...rest } = given
  // `endsAt` is optional, so what lacks it is still a `Given`.
  return rest as Given
}
