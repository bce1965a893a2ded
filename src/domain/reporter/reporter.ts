import type { Instant } from '../instant.ts'
import { absentSince, type OpenTime } from '../open-time.ts'

/** A push in the API of Prometheus: its reporter, and the firing that it is about. */
export interface Push {
  /** A digest of token, `generatorURL` without the query, and address. */
  readonly reporter: string
  /** A digest of the token. */
  readonly token: string
  /** For people: the host in `generatorURL`, else the address. */
  readonly name: string
  /** Without `generatorURL`: a script, which may push from any host and repeat itself literally. */
  readonly isScript?: true
  /** The sender's own times. */
  readonly startsAt: Instant
  readonly endsAt: Instant | undefined
  /** How long the push is valid without `endsAt`. */
  readonly expiresAfterMs: number
}

export interface Reporter extends Pick<Push, 'token' | 'name'> {
  /** `Push.reporter`; empty: an older release stored it. */
  readonly digest: string
  /** When it last reported an end, or replaced a start by another. */
  readonly endedAt: Instant | null
  /** Its last pushes, newest first, by which copies are recognised. */
  readonly said: readonly Said[]
  /** Several only if processes share token, URL and address. */
  readonly firings: readonly Firing[]
}

/** A start with its `endsAt`. `isEnd` distinguishes an end from a push that promised the same moment. */
export interface Said {
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly isEnd: boolean
}

export interface Firing {
  readonly startsAt: Instant
  /** How far the sender's clock is ahead: the start was so far in the future when first reported. */
  readonly leadMs: number
  readonly pushedAt: Instant
  /** How long it is valid after `pushedAt`. */
  readonly promiseMs: number
  /** The times between its last pushes, newest first. */
  readonly distancesMs: readonly number[]
  /** Absent: it fires. `cut`: somebody reported an end since, so it fires only while its reporter lives. */
  readonly end?: 'cut' | 'said' | 'expired' | 'replaced'
}

/** The life of a reporter after its last push: Prometheus repeats itself every 75 to 120 s. */
const LIFE_MS = 150_000

/** The grace after a promise, as the default of `TOCSIN_EXPIRY_GRACE`: a push may be late. */
export const GRACE_MS = 60_000

/** Closer pushes count as one: they came through several nodes, or were sent again. */
export const ONE_PUSH_MS = 10_000

/** With a longer promise the sender may repeat itself less often: four minutes, and the transport. */
const SHORT_PROMISE_MS = 4 * 60_000 + ONE_PUSH_MS

/** The longest life of a reporter that pushed once. */
const LIFE_OF_ONE_PUSH_MS_MAX = 330_000

const DISTANCES_KEPT = 2

/**
 * Returns how long a reporter counts as alive after its last push, in whole milliseconds, because only these are
 * stored; at most its promise and the grace.
 */
function lifeMs({ promiseMs, distancesMs }: Pick<Firing, 'promiseMs' | 'distancesMs'>): number {
  const guessedMs = Math.min(promiseMs / 2 + 30_000, LIFE_OF_ONE_PUSH_MS_MAX)
  const knownMs = distancesMs.length === 0 ? guessedMs : Math.max(...distancesMs) * 1.25 + 30_000
  return Math.ceil(Math.min(promiseMs <= SHORT_PROMISE_MS ? LIFE_MS : knownMs, promiseMs + GRACE_MS))
}

/** Counts only time in which reports could arrive. */
export function livesUntil(firing: Firing, openTime: OpenTime): Instant {
  return firing.pushedAt + lifeMs(firing) + absentSince(openTime, firing.pushedAt)
}

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
  /** The latest promise. A cut reporter beside others counts as long as it lives, without grace. */
  readonly expiresAt: Instant
  /** Set if an end was reported, and nobody repeated itself since. */
  readonly endsAt: Instant | undefined
}

/** Returns until when firing reporters keep the alert raised; undefined: none of them fires. */
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
