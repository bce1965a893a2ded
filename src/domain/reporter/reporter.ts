import type { Instant } from '../instant.ts'

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

/** A reporter that does not keep its alert raised any more. */
export interface EndingReporter {
  readonly name: string
  /** For how long it had sent nothing; absent: it said the end. */
  readonly unheardMs?: number
}
