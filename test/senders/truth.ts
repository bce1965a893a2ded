import { holdsAt, MINUTE, SECOND, type Sent } from './prometheus.ts'
import type { Scenario } from './scenario.ts'
import { GRACE_MS } from './service.ts'

/** The last push of a process that arrived, and when it is true there. */
interface LastPush {
  readonly token: string
  readonly sentAt: number
  readonly pushedAt: number
  readonly isEnd: boolean
  readonly promiseMs: number
  readonly distancesMs: readonly number[]
}

/** A timer and a push may miss each other by so much. */
const SLACK_MS = SECOND

/** The facts of the service that count besides the pushes. */
export interface Circumstances {
  /** For how long nobody could report since a moment: the least, by which nothing may end before its time … */
  readonly absentSince: (moment: number) => number
  /** … and the most, by which everything must have ended. */
  readonly absentAtMostSince?: (moment: number) => number
  /** How much longer than it promised something may stand. */
  readonly graceMs?: number
  /** How much later than it should something may end. */
  readonly lateMs?: number
}

/** Follows what is true at the monitors, to check what the service makes of their pushes. */
export class Truth {
  readonly #last = new Map<string, LastPush>()
  /** When ends were said for the first time. */
  readonly #ends: number[] = []
  readonly #said = new Set<string>()
  readonly #startOf = new Map<string, number>()
  /** The last words about starts that a process went on from: who shares its address may be meant by them. */
  readonly #former: LastPush[] = []
  readonly #named = new Map<string, number>()
  /** The starts that were first named by an end. */
  readonly #endedFirst = new Set<string>()
  /**
   * Pushes that arrived after a newer one of their process, and never before: nobody can know that they are older.
   */
  readonly #late: LastPush[] = []
  readonly #arrived = new Set<string>()
  readonly #scenario: Pick<Scenario, 'group' | 'processes' | 'lives'>
  readonly #circumstances: Circumstances

  constructor(scenario: Pick<Scenario, 'group' | 'processes' | 'lives'>, circumstances: Circumstances) {
    this.#scenario = scenario
    this.#circumstances = circumstances
  }

  /** Tells whether the push is news: neither a copy, nor older than the last push. */
  take(sent: Sent): boolean {
    const { process, sentAt, at, token, endsAt, startsAt } = sent
    const before = this.#last.get(process)
    if (before && before.sentAt >= sentAt) {
      // A copy of its newest word shows that it lives, and promises no more than before.
      const promiseMs = before.promiseMs - (at - before.pushedAt)
      if (before.sentAt === sentAt) this.#last.set(process, { ...before, pushedAt: at, promiseMs })
      else if (!this.#arrived.has(`${process} ${sentAt}`)) this.#late.push(lateOf(sent))
      return false
    }
    this.#arrived.add(`${process} ${sentAt}`)
    const word = `${process} ${startsAt} ${endsAt}`
    const start = `${process} ${startsAt}`
    const slackMs = this.#named.has(start) ? 10 * SECOND : 0
    if (sent.isEnd && !this.#named.has(start)) this.#endedFirst.add(start)
    // The clock of the sender is known by the first push that names the start.
    const leadMs = this.#named.get(start) ?? Math.max(startsAt - at, 0)
    this.#named.set(start, leadMs)
    // If the raise did not arrive, its end by a clock that is ahead looks like a raise, until it has come.
    const looksAhead = endsAt !== undefined && endsAt - leadMs > at + slackMs
    const isEnd = sent.isEnd && !(looksAhead && this.#endedFirst.has(start))
    if (isEnd && !this.#said.has(word) && this.#stands(token, at)) this.#ends.push(at)
    if (isEnd) this.#said.add(word)
    const promiseMs = endsAt === undefined ? 5 * MINUTE : endsAt - leadMs - at
    if (before && !before.isEnd && this.#startOf.get(process) !== startsAt) this.#former.push(before)
    this.#startOf.set(process, startsAt)
    const distances = before && !before.isEnd ? [at - before.pushedAt, ...before.distancesMs].slice(0, 2) : []
    this.#last.set(process, {
      token,
      sentAt,
      pushedAt: at,
      isEnd,
      promiseMs,
      distancesMs: distances.filter((ms) => ms >= 10 * SECOND),
    })
    return true
  }

  /** Somebody may keep the alert raised at a moment. */
  mayStand(now: number): boolean {
    const shared = this.#scenario.group === 'both the same' ? this.#former : []
    return [...this.#last.values(), ...shared, ...this.#late].some((last) => this.#isJustified(last, now))
  }

  /** A process that fires, that pushed within the time that it lives, and that no other one can be taken for. */
  whoLives(now: number): string | undefined {
    const { lives } = this.#scenario
    const { absentSince, graceMs = GRACE_MS } = this.#circumstances
    return [...this.#last].find(([name, last]) => {
      const life = lives.get(name)
      if (last.isEnd || !life || !holdsAt(life.firing, now) || this.#isAmbiguous(name, last)) return false
      const lifeMs = Math.min(shortestLife(last), last.promiseMs + graceMs)
      return now < last.pushedAt + lifeMs + absentSince(last.pushedAt) - SLACK_MS
    })?.[0]
  }

  #stands(token: string, now: number): boolean {
    return [...this.#last.values()].some((last) => last.token === token && this.#isJustified(last, now))
  }

  #isJustified({ isEnd, pushedAt, ...last }: LastPush, now: number): boolean {
    if (isEnd) return false
    const {
      absentSince,
      absentAtMostSince = absentSince,
      graceMs = GRACE_MS,
      lateMs = SLACK_MS,
    } = this.#circumstances
    const age = now - pushedAt - absentAtMostSince(pushedAt) - lateMs
    if (age > last.promiseMs + graceMs) return false
    return !this.#ends.some((end) => end > pushedAt) || age <= longestLife(last)
  }

  /**
   * Two processes that share URL, address and start cannot be distinguished; nor, until the first one repeats
   * itself, one after which a push came from a process that was restarted.
   */
  #isAmbiguous(name: string, { pushedAt }: LastPush): boolean {
    const { processes } = this.#scenario
    const own = processes.find((one) => one.name === name)
    return processes.some(
      (one) =>
        one.name !== name &&
        one.url === own?.url &&
        one.address === own.address &&
        one.from < own.until + 20 * MINUTE &&
        own.from < one.until + 20 * MINUTE &&
        (one.offsetMs === own.offsetMs || (this.#last.get(one.name)?.pushedAt ?? 0) > pushedAt),
    )
  }
}

function lateOf({ token, sentAt, at, isEnd, endsAt = at + 5 * MINUTE }: Sent): LastPush {
  return { token, sentAt, pushedAt: at, isEnd, promiseMs: endsAt - at, distancesMs: [] }
}

/** 2½ minutes, or what a longer promise allows at most. */
function longestLife({ promiseMs, distancesMs }: Pick<LastPush, 'promiseMs' | 'distancesMs'>): number {
  if (promiseMs <= 4 * MINUTE) return 150 * SECOND
  const once = Math.min(promiseMs / 2 + 30 * SECOND, 330 * SECOND)
  return Math.max(150 * SECOND, once, ...distancesMs.map((ms) => ms * 1.25 + 30 * SECOND))
}

function shortestLife({ promiseMs }: Pick<LastPush, 'promiseMs'>): number {
  return (promiseMs <= 4 * MINUTE ? 150 : 121) * SECOND
}
