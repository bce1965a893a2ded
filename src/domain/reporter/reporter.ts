import type { Instant } from '../instant.ts'
import { absentSince, type OpenTime } from '../open-time.ts'

/** A push in the API of Prometheus: its reporter, and the firing that it is about. */
export interface Push {
  /** Identifies the reporter: a digest of its token, its `generatorURL` without the query, and its address. */
  readonly reporter: string
  /** A digest of the token. */
  readonly token: string
  /** Names the reporter for people: the host in its `generatorURL`, else its address. */
  readonly name: string
  /** It names no `generatorURL`: a script, which may push from any host and repeat itself word by word. */
  readonly isScript?: true
  /** The sender's own times, as it gives them. */
  readonly startsAt: Instant
  readonly endsAt: Instant | undefined
  /** How long the push is good for if it names no end. */
  readonly expiresAfterMs: number
}

/** A sender of pushes about one alert. */
export interface Reporter extends Pick<Push, 'token' | 'name'> {
  /** `Push.reporter`; empty: a release stored it that did not know of reporters. */
  readonly digest: string
  /** When it last said an end, or named another start in place of one. */
  readonly endedAt: Instant | null
  /** The last that it said, the newest first: by them copies are known. */
  readonly said: readonly Said[]
  /** Several only where two processes share token, URL and address. */
  readonly firings: readonly Firing[]
}

/**
 * A start with its `endsAt`. The end of a firing may well be the moment that one of its pushes promised, so it counts
 * as a push of its own.
 */
export interface Said {
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly isEnd: boolean
}

/** The last reports of a reporter with one start. */
export interface Firing {
  readonly startsAt: Instant
  /** How far the start lay ahead of us when it was first named: the clock of the sender is ahead by so much. */
  readonly leadMs: number
  readonly pushedAt: Instant
  /** For how long after `pushedAt` it promised to be good. */
  readonly promiseMs: number
  /** The times between its last pushes, the newest first. */
  readonly distancesMs: readonly number[]
  /** Absent: it fires. `cut`: somebody said an end since, so that it fires only for as long as its reporter lives. */
  readonly end?: 'cut' | 'said' | 'expired' | 'replaced'
}

/** A reporter lives so long after its last push: Prometheus repeats itself every 75 to 120 s. */
const LIFE_MS = 150_000

/** The time for which a promise counts after it ran out, the default of `TOCSIN_EXPIRY_GRACE`: a push may be late. */
export const GRACE_MS = 60_000

/** Pushes that are less apart count as one: they came through several nodes, or were sent again. */
export const ONE_PUSH_MS = 10_000

/** A longer promise says that its sender may repeat itself more rarely: four minutes, and the way of the push. */
const SHORT_PROMISE_MS = 4 * 60_000 + ONE_PUSH_MS

/** Limits the life of a reporter that pushed once. */
const LIFE_OF_ONE_PUSH_MS_MAX = 330_000

const DISTANCES_KEPT = 2

/**
 * Returns for how long after its last push a reporter counts as alive, in whole milliseconds: no other moments are
 * stored. Nobody lives longer than what they promised, and the grace.
 */
function lifeMs({ promiseMs, distancesMs }: Pick<Firing, 'promiseMs' | 'distancesMs'>): number {
  const guessedMs = Math.min(promiseMs / 2 + 30_000, LIFE_OF_ONE_PUSH_MS_MAX)
  const knownMs = distancesMs.length === 0 ? guessedMs : Math.max(...distancesMs) * 1.25 + 30_000
  return Math.ceil(Math.min(promiseMs <= SHORT_PROMISE_MS ? LIFE_MS : knownMs, promiseMs + GRACE_MS))
}

/** The moment until which it lives: only time in which reports could arrive counts. */
export function livesUntil(firing: Firing, openTime: OpenTime): Instant {
  return firing.pushedAt + lifeMs(firing) + absentSince(openTime, firing.pushedAt)
}

/** The distances after one more push. */
export function withDistance({ pushedAt, distancesMs }: Firing, now: Instant): readonly number[] {
  const distance = now - pushedAt
  return distance < ONE_PUSH_MS ? distancesMs : [distance, ...distancesMs].slice(0, DISTANCES_KEPT)
}

export function isOpen({ end }: Firing): boolean {
  return end === undefined || end === 'cut'
}

export function openFirings(reporters: readonly Reporter[]): readonly Firing[] {
  return reporters.flatMap(({ firings }) => firings.filter(isOpen))
}

interface Deadlines {
  /** The latest promise. Beside others a reporter that was cut has the time that it lives, and no grace. */
  readonly expiresAt: Instant
  /** Set if an end was said, and nobody has repeated itself since. */
  readonly endsAt: Instant | undefined
}

/** Until when those that fire keep their alert raised; undefined: none of them fires. */
export function deadlinesOf(reporters: readonly Reporter[], openTime: OpenTime): Deadlines | undefined {
  const firings = openFirings(reporters)
  if (firings.length === 0) return undefined
  const lives = firings.map((firing) => livesUntil(firing, openTime))
  const areCut = firings.every(({ end }) => end === 'cut')
  const promises = firings.map(({ pushedAt, promiseMs, end }, index) => {
    if (end === 'cut' && !areCut) return lives[index]! - GRACE_MS
    return pushedAt + promiseMs + absentSince(openTime, pushedAt)
  })
  return { expiresAt: Math.max(...promises), endsAt: areCut ? Math.max(...lives) : undefined }
}
