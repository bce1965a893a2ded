import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { BrokenPromise } from '../model/broken-promise.ts'

const MINUTE_MS = 60_000
/** The distances between reminders; the last one repeats. */
export const REMIND_MS = [10 * MINUTE_MS, 30 * MINUTE_MS]
const BADNESS = { cleared: 0, low: 1, medium: 2, high: 3 } as const satisfies Record<AlertState, number>

/** An alert at its monitor and at the receiver. */
interface Pair {
  state: AlertState
  /** A raise after a clear is another one. */
  episode: number
  accepted: { readonly state: AlertState; readonly episode: number } | undefined
  /** Something other than a reminder may have reached the receiver. */
  isUncertain: boolean
  /** Something other than a reminder was once not accepted: the fallback may follow the alert. */
  isMissed: boolean
  /** Reminders since the alert last got worse. */
  reminders: number
  /** No reminder comes before. */
  notBefore: number
  /** Since when nothing stands in the way of a reminder, and none has come. */
  lastingSince: number
  acknowledged: { readonly state: AlertState; readonly until: number } | undefined
  silencedUntil: number
}

/**
 * Knows from reports, people and what the receiver got when a reminder may come, and when one must have come. Written
 * from docs/receivers.md; it shares no code with the service. Times are those that have passed.
 */
export class ModelReminders {
  readonly #pairs = new Map<string, Pair>()
  isEnabled = true

  reported(key: string, state: AlertState): void {
    const pair = this.#of(key)
    if (state === pair.state) return
    if (pair.state === 'cleared') pair.episode += 1
    if (BADNESS[state] > BADNESS[pair.state]) pair.reminders = 0
    pair.state = state
    if (!this.isEnabled) pair.isMissed = true
    const { acknowledged } = pair
    if (acknowledged && (state === 'cleared' || BADNESS[state] > BADNESS[acknowledged.state]))
      pair.acknowledged = undefined
  }

  acknowledge(key: string, until: number, now: number): void {
    const pair = this.#of(key)
    if (pair.state === 'cleared') return
    pair.acknowledged = { state: pair.state, until }
    pair.notBefore = Math.min(pair.notBefore, until)
    pair.lastingSince = now
  }

  withdraw(key: string, now: number): void {
    const pair = this.#of(key)
    if (!isAcknowledged(pair, now)) return
    pair.acknowledged = undefined
    pair.notBefore = Math.min(pair.notBefore, now)
    pair.lastingSince = now
  }

  silence(key: string, until: number): void {
    const pair = this.#of(key)
    pair.silencedUntil = Math.max(pair.silencedUntil, until)
  }

  /** All begins again where the webhook is enabled. */
  enable(isEnabled: boolean, now: number): void {
    this.isEnabled = isEnabled
    if (!isEnabled) return
    for (const pair of this.#pairs.values()) {
      pair.reminders = 0
      pair.notBefore = now + REMIND_MS[0]!
      pair.lastingSince = now
    }
  }

  /** After a step of the clock a reminder may come at once. */
  stepped(): void {
    for (const pair of this.#pairs.values()) pair.notBefore = -Infinity
  }

  /** Call it when an attempt is sent; `isFirst`: it is the first of its delivery. Returns the episode. */
  sent(
    key: string,
    state: AlertState,
    {
      isReminder,
      isFirst,
      now,
    }: { readonly isReminder: boolean; readonly isFirst: boolean; readonly now: number },
  ): number {
    const pair = this.#of(key)
    const isKnown = isInSync(pair) && state === pair.accepted?.state
    if (!isReminder) {
      if (state !== 'cleared' && isKnown)
        throw new BrokenPromise('only a reminder repeats what is known', key)
      return pair.episode
    }
    if (!isKnown || state === 'cleared')
      throw new BrokenPromise('a reminder repeats what the receiver has and what is so', `${key} ${state}`)
    if (!this.isEnabled || pair.silencedUntil > now)
      throw new BrokenPromise('nobody is reminded in a silence, or while the webhook is disabled', key)
    if (isAcknowledged(pair, now)) throw new BrokenPromise('nobody is reminded of an acknowledged alert', key)
    if (!isFirst) return pair.episode
    if (now < pair.notBefore)
      throw new BrokenPromise(
        'a reminder comes when its distance has passed',
        `${key}: ${pair.notBefore - now} ms early`,
      )
    pair.reminders += 1
    pair.notBefore = now + distanceMs(pair)
    return pair.episode
  }

  answered(
    key: string,
    response: string,
    given: {
      readonly state: AlertState
      readonly episode: number
      readonly isReminder: boolean
      readonly now: number
    },
  ): void {
    const pair = this.#of(key)
    const { state, episode, isReminder, now } = given
    if (response === 'accepted') {
      pair.accepted = { state, episode }
      pair.isUncertain = false
      pair.lastingSince = now
      if (isInSync(pair))
        pair.notBefore = Math.min(now + distanceMs(pair), pair.acknowledged?.until ?? Infinity)
    } else if (!isReminder) {
      pair.isMissed = true
      if (response !== 'rejected' && response !== 'not_notified') pair.isUncertain = true
    }
  }

  /** Call it when the fallback is sent something. */
  escalated(key: string): void {
    if (!this.#of(key).isMissed) throw new BrokenPromise('a reminder notifies no fallback', key)
  }

  /** Call it after the service has worked. `isHindered`: it may be late. */
  check(now: number, isHindered: boolean): void {
    for (const [key, pair] of this.#pairs) {
      const lasts = pair.state !== 'cleared' && isInSync(pair) && this.isEnabled && pair.silencedUntil <= now
      if (isHindered || !lasts || isAcknowledged(pair, now)) pair.lastingSince = now
      if (now - pair.lastingSince > REMIND_MS.at(-1)! + MINUTE_MS)
        throw new BrokenPromise(
          'a receiver is reminded of what lasts',
          `${key}: ${now - pair.lastingSince} ms`,
        )
    }
  }

  /** Compares what the service takes for uncertain with what was sent. */
  checkStored(key: string, isUncertain: boolean): void {
    const pair = this.#of(key)
    if (isUncertain && !pair.isUncertain)
      throw new BrokenPromise('a reminder makes nothing uncertain', `${key} is ${pair.state}`)
  }

  #of(key: string): Pair {
    const found = this.#pairs.get(key)
    if (found) return found
    const pair: Pair = {
      state: 'cleared',
      episode: 0,
      accepted: undefined,
      isUncertain: false,
      isMissed: false,
      reminders: 0,
      notBefore: -Infinity,
      lastingSince: -Infinity,
      acknowledged: undefined,
      silencedUntil: -Infinity,
    }
    this.#pairs.set(key, pair)
    return pair
  }
}

function distanceMs({ reminders }: Pair): number {
  return REMIND_MS[reminders] ?? REMIND_MS.at(-1)!
}

function isInSync({ state, episode, accepted, isUncertain }: Pair): boolean {
  return !isUncertain && accepted?.state === state && accepted.episode === episode
}

function isAcknowledged({ acknowledged }: Pair, now: number): boolean {
  return acknowledged !== undefined && acknowledged.until > now
}
