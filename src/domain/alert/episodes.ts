import type { Instant } from '../instant.ts'
import type { Alert, Episode } from './alert.ts'

/**
 * Limit of episodes of one alert that fire at once, as from the servers of a redundant pair. The oldest are forgotten
 * first.
 */
export const EPISODES_MAX = 10

interface Firing {
  readonly startsAt?: Instant | undefined
  readonly expiresAt?: Instant | undefined
}

/** Adds the episode that a report of a raised alert names. Only the newest episode without a promise is kept. */
export function addEpisode(before: readonly Episode[], firing: Firing, now: Instant): readonly Episode[] {
  const { startsAt } = firing
  if (startsAt === undefined) return before
  const expiresAt: Instant | null = firing.expiresAt ?? null
  const known = before.find((episode) => episode.startsAt === startsAt)
  const newest = Math.max(startsAt, ...before.map((episode) => episode.startsAt))
  const others = before.filter(
    (episode) => episode.startsAt !== startsAt && (isPromised(episode, now) || episode.startsAt === newest),
  )
  const own = { startsAt, expiresAt: laterOf(known?.expiresAt ?? null, expiresAt) }
  const isPast = expiresAt === null && startsAt < newest
  return [...(isPast ? [] : [own]), ...others]
    .toSorted((a, b) => b.startsAt - a.startsAt)
    .slice(0, EPISODES_MAX)
}

/**
 * Returns the episodes that continue after a report that the one from `startsAt` has ended: newer ones, and those whose
 * sender promised to report again later. An empty list means that the alert is over. A report that names no episode
 * ends all.
 */
export function episodesAfterEnd(
  before: readonly Episode[],
  startsAt: Instant | undefined,
  now: Instant,
): readonly Episode[] {
  if (startsAt === undefined) return []
  return before.filter(
    (episode) =>
      episode.startsAt !== startsAt &&
      (episode.expiresAt === null ? episode.startsAt > startsAt : isPromised(episode, now)),
  )
}

/** Puts episodes into an alert. An alert without episodes, as every cleared one, lacks the member. */
export function withEpisodes<Given extends Pick<Alert, 'episodes'>>(
  alert: Given,
  episodes: readonly Episode[],
): Given {
  if (episodes.length > 0) return { ...alert, episodes }
  if (alert.episodes === undefined) return alert
  const { episodes: _, ...rest } = alert
  // `episodes` is optional, so an alert without it is still a `Given`.
  return rest as Given
}

function isPromised({ expiresAt }: Episode, now: Instant): boolean {
  return expiresAt !== null && expiresAt > now
}

function laterOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null ? other : Math.max(one, other ?? one)
}
