import type { Random } from '../simulation/random.ts'
import type { Arrival } from './service.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

const RESEND_MS = MINUTE
const RESOLVED_KEPT_MS = 15 * MINUTE

/** A push on its way: the process that says it, and when. */
export interface Sent extends Arrival {
  readonly process: string
  readonly sentAt: number
  /** The truth: it says that the alert is over. */
  readonly isEnd: boolean
}

/** Periods in which something holds. */
export type Periods = readonly (readonly [from: number, until: number])[]

export interface Process {
  readonly name: string
  readonly token: string
  readonly url: string
  readonly address: string
  readonly intervalMs: number
  readonly offsetMs: number
  /** How far its clock is ahead. */
  readonly clockMs: number
  /** The rule's `for`. */
  readonly pendingMs: number
  readonly from: number
  readonly until: number
}

/** When a process fires, and what it sends. */
export interface Life {
  readonly firing: Periods
  readonly sent: readonly Omit<Sent, 'at'>[]
}

export function holdsAt(periods: Periods, moment: number): boolean {
  return periods.some(([from, until]) => from <= moment && moment < until)
}

/**
 * One process of Prometheus and one of its alerts, as its sources evaluate and send it: again once more than a minute
 * has passed, an end for a quarter of an hour, and no more once the alert is pending again.
 */
export function liveOf(process: Process, condition: Periods): Life {
  const { intervalMs, offsetMs, clockMs, pendingMs, from, until } = process
  const promiseMs = 4 * Math.max(intervalMs, RESEND_MS)
  const firing: (readonly [number, number])[] = []
  const sent: Omit<Sent, 'at'>[] = []
  let activeAt: number | undefined
  let firedAt: number | undefined
  let resolved: { readonly firedAt: number; readonly at: number } | undefined
  let lastSentAt = -Infinity
  const say = (now: number, startsAt: number, endsAt: number, isEnd: boolean) => {
    lastSentAt = now
    const { name, token, url, address } = process
    const times = { startsAt: startsAt + clockMs, endsAt: endsAt + clockMs }
    sent.push({ process: name, token, url, address, ...times, sentAt: now, isEnd })
  }
  for (
    let now = Math.ceil((from - offsetMs) / intervalMs) * intervalMs + offsetMs;
    now < until;
    now += intervalMs
  ) {
    if (holdsAt(condition, now)) {
      if (activeAt === undefined) [activeAt, resolved] = [now, undefined]
      if (firedAt === undefined && now - activeAt >= pendingMs) [firedAt, lastSentAt] = [now, -Infinity]
    } else {
      if (firedAt !== undefined) {
        firing.push([firedAt, now])
        ;[resolved, lastSentAt] = [{ firedAt, at: now }, -Infinity]
      }
      ;[activeAt, firedAt] = [undefined, undefined]
    }
    if (lastSentAt + RESEND_MS >= now) continue
    if (firedAt !== undefined) say(now, firedAt, now + promiseMs, false)
    else if (resolved && now - resolved.at < RESOLVED_KEPT_MS) say(now, resolved.firedAt, resolved.at, true)
  }
  if (firedAt !== undefined) firing.push([firedAt, until])
  return { firing, sent }
}

/** A script that raises and ends from changing hosts, with starts of its own, or none that it keeps. */
export function scriptOf(random: Random, untilMs: number): Life {
  const sent: Omit<Sent, 'at'>[] = []
  const firing: (readonly [number, number])[] = []
  const namesEnd = random.happens(0.5)
  let now = random.integer(0, 5 * MINUTE)
  while (now < untilMs - HOUR / 4) {
    const from = now
    const count = random.integer(1, 4)
    const say = (isEnd: boolean) =>
      sent.push({
        process: 'script',
        token: 'script',
        url: undefined,
        address: `10.1.0.${random.integer(1, 9)}`,
        startsAt: now,
        endsAt: isEnd ? now : namesEnd ? now + HOUR : undefined,
        sentAt: now,
        isEnd,
      })
    for (let index = 0; index < count; index += 1) {
      say(false)
      now += random.integer(20 * SECOND, 2 * MINUTE)
    }
    say(true)
    firing.push([from, now])
    now += random.integer(MINUTE, 10 * MINUTE)
  }
  return { firing, sent }
}
