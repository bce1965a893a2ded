import type { Instant } from '../instant.ts'
import type { Alert, Episode } from './alert.ts'

/** Episodes of one alert that may fire at once, as of the servers of a redundant pair; beyond that the oldest are forgotten. */
export const EPISODES_MAX = 10

interface Firing {
  readonly startsAt?: Instant | undefined
  readonly expiresAt?: Instant | undefined
}

/** Adds the episode that a report of a raised alert names. Of episodes without a promise only the newest stands. */
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
 * Episodes that go on although a report says that the one from `startsAt` has ended: newer ones, and those whose sender has
 * promised to report until later. None: the alert is over. A report that names no episode ends all of them.
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

/** The alert with these episodes; without the member where there are none, as on every alert that is cleared. */
export function withEpisodes<Given extends Pick<Alert, 'episodes'>>(
  alert: Given,
  episodes: readonly Episode[],
): Given {
  if (episodes.length > 0) return { ...alert, episodes }
  if (alert.episodes === undefined) return alert
  const { episodes: _, ...rest } = alert
  // Only a member that may be missing has been left out.
  return rest as Given
}

function isPromised({ expiresAt }: Episode, now: Instant): boolean {
  return expiresAt !== null && expiresAt > now
}

function laterOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null ? other : Math.max(one, other ?? one)
}
