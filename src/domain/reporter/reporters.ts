import type { Instant } from '../instant.ts'
import type { OpenTime } from '../open-time.ts'
import { endAll, keepSome, ownReporter, REPORTERS_MAX, withReporter } from './reporter-list.ts'
import type { Firing, Push, Reporter, Said } from './reporter.ts'
import { isOpen, livesUntil, ONE_PUSH_MS, openFirings, withDistance } from './reporter.ts'

/** How long after an end the same start and `endsAt` count as a copy through another node. */
export const COPY_MS_MAX = 5 * 60_000

const SAID_KEPT = 4
const FORMER_KEPT = 3

/**
 * `copy`: no effect. `firing`: raises or refreshes. `held`: an end, or its repetition, while another reporter fires.
 * `over`: an end after which nobody fires.
 */
export interface PushResult {
  readonly effect: 'copy' | 'firing' | 'held' | 'over'
  readonly reporters: readonly Reporter[]
}

interface KnownAlert {
  readonly isRaised: boolean
  readonly reporters: readonly Reporter[]
}

interface Moment {
  readonly now: Instant
  readonly openTime: OpenTime
}

/** A push, with what its reporter sent before. */
interface ArrivingPush extends Moment {
  readonly push: Push
  readonly own: Reporter
  readonly reporters: readonly Reporter[]
  readonly leadMs: number
  /** The reporter sent this start and end before. */
  readonly isRepeated: boolean
}

/** Decides what a push does to an alert. Pure. */
export function applyPush(
  known: KnownAlert,
  push: Push & { readonly isEnd: boolean },
  { now, openTime }: Moment,
): PushResult {
  const { isRaised, reporters: before } = known
  const reporters = isRaised ? before : endAll(before, 'expired', now)
  const own = ownReporter(reporters, push)
  const { startsAt } = push
  const named = firingOf(own, startsAt)
  const leadMs = named?.leadMs ?? Math.max(0, startsAt - now)
  const isEnd = push.isEnd || endsFiring(own, push, { named, leadMs, now })
  const isRepeated = own.said.some((one) => isSame(one, push, isEnd))
  const arriving: ArrivingPush = { push, own, reporters, leadMs, isRepeated, now, openTime }
  const result = isEnd ? applyEnd(arriving, isRaised) : applyFiring(arriving)
  return { ...result, reporters: keepSome(result.reporters, push, now) }
}

interface Named {
  readonly named: Firing | undefined
  readonly leadMs: number
  readonly now: Instant
}

/**
 * Tells whether `endsAt` has come, by the sender's clock. An end may arrive faster than the push that measured the
 * lead; if that push was late, as after our absence, an end promises less than before.
 */
function endsFiring(own: Reporter, push: Push, { named, leadMs, now }: Named): boolean {
  const { startsAt, endsAt, isScript } = push
  if (endsAt === undefined) return false
  const isKnown = named !== undefined && !isScript
  if (endsAt - leadMs <= now + (isKnown ? ONE_PUSH_MS : 0)) return true
  const said = own.said.filter((one) => one.startsAt === startsAt)
  if (said.some((one) => one.endsAt === endsAt && one.isEnd)) return true
  return isKnown && leadMs > 0 && said.some((one) => one.endsAt > endsAt)
}

function applyFiring(arriving: ArrivingPush): PushResult {
  const { own, push, reporters, isRepeated, now } = arriving
  const current = firingOf(own, push.startsAt)
  const isCurrent = current !== undefined && isOpen(current)
  if (isRepeated && !isCurrent && now - (own.endedAt ?? -Infinity) < COPY_MS_MAX) {
    return { effect: 'copy', reporters }
  }
  const after = isRepeated && isCurrent ? refreshCopy(arriving, current) : refreshFiring(arriving, current)
  return { effect: 'firing', reporters: withReporter(reporters, after) }
}

/** A copy of the last push shows that the reporter lives, but not how often it pushes, and shortens no promise. */
function refreshCopy({ own, now, ...arriving }: ArrivingPush, current: Firing): Reporter {
  const promiseMs = Math.max(current.pushedAt + current.promiseMs - now, promiseOf({ ...arriving, now }))
  const { end: _, ...firing } = current
  return withFiring(own, { ...firing, pushedAt: now, promiseMs })
}

function refreshFiring(arriving: ArrivingPush, current: Firing | undefined): Reporter {
  const { own, push, leadMs, now } = arriving
  const { startsAt } = push
  const isKnown = current !== undefined && current.end !== 'replaced'
  const firing: Firing = {
    startsAt,
    leadMs,
    pushedAt: now,
    promiseMs: promiseOf(arriving),
    distancesMs: isKnown ? withDistance(current, now) : [],
  }
  const others = own.firings.filter((one) => one.startsAt !== startsAt)
  const open = others.filter(isOpen)
  const isShared = open.length > 1 || (open.length === 1 && wasNamed(own, startsAt))
  const replaces = !isShared && open.length > 0
  // A former start keeps its lead, so that late pushes of it are recognised as over.
  const former = others.map((one): Firing => (isOpen(one) && !isShared ? { ...one, end: 'replaced' } : one))
  const over = former.filter((one) => !isOpen(one)).slice(0, FORMER_KEPT)
  return {
    ...withSaid(own, push, false),
    firings: [firing, ...former.filter(isOpen), ...over].slice(0, REPORTERS_MAX),
    endedAt: replaces ? now : own.endedAt,
  }
}

function applyEnd(arriving: ArrivingPush, isRaised: boolean): PushResult {
  const { push, reporters, isRepeated, now, openTime } = arriving
  if (isRaised && isRepeated) return { effect: 'held', reporters }
  const standing = reporters.filter(({ firings }) => firings.some(isOpen))
  if (standing.length > 0 && !standing.some(({ digest, token }) => digest === '' || token === push.token)) {
    return { effect: 'copy', reporters }
  }
  const ended = { ...withSaid(endOwn(arriving), push, true), endedAt: now }
  const after = withReporter(reporters, ended).map((one) => cut(one, { now, openTime }))
  return { effect: openFirings(after).length > 0 ? 'held' : 'over', reporters: after }
}

/**
 * Ends the firing with this start, or a reporter's only firing, unless the start is a former one: two processes may
 * share the address, and then the other is only cut.
 */
function endOwn({ own, push, leadMs, now }: ArrivingPush): Reporter {
  const { startsAt, isScript } = push
  const current = isScript ? own.firings.find(isOpen) : firingOf(own, startsAt)
  if (current) return withFiring(own, { ...current, pushedAt: now, end: 'said' })
  const [single, ...others] = own.firings.filter(isOpen)
  if (single && others.length === 0 && !wasNamed(own, startsAt)) {
    return withFiring(own, { ...single, pushedAt: now, end: 'said' })
  }
  const over: Firing = { startsAt, leadMs, pushedAt: now, promiseMs: 0, distancesMs: [], end: 'said' }
  return { ...own, firings: [...own.firings, over] }
}

/** Lets a reporter fire only while it lives, until it repeats itself. */
function cut(reporter: Reporter, { now, openTime }: Moment): Reporter {
  if (!reporter.firings.some(isOpen)) return reporter
  const firings = reporter.firings.map((firing): Firing => {
    if (!isOpen(firing)) return firing
    return { ...firing, end: livesUntil(firing, openTime) < now ? 'expired' : 'cut' }
  })
  return { ...reporter, firings }
}

function firingOf({ firings }: Reporter, startsAt: Instant): Firing | undefined {
  return firings.find((one) => one.startsAt === startsAt)
}

function withFiring(reporter: Reporter, firing: Firing): Reporter {
  const firings = reporter.firings.map((one) => (one.startsAt === firing.startsAt ? firing : one))
  return { ...reporter, firings }
}

function wasNamed({ said }: Reporter, startsAt: Instant): boolean {
  return said.some((one) => one.startsAt === startsAt)
}

function isSame(said: Said, { startsAt, endsAt }: Push, isEnd: boolean): boolean {
  return said.startsAt === startsAt && said.endsAt === endsAt && said.isEnd === isEnd
}

/** Remembers the push, except of a script, whose repetitions are no copies. */
function withSaid(reporter: Reporter, push: Push, isEnd: boolean): Reporter {
  const { startsAt, endsAt, isScript } = push
  if (isScript || endsAt === undefined) return reporter
  const others = reporter.said.filter((one) => !isSame(one, push, isEnd))
  return { ...reporter, said: [{ startsAt, endsAt, isEnd }, ...others].slice(0, SAID_KEPT) }
}

function promiseOf({ push, leadMs, now }: Pick<ArrivingPush, 'push' | 'leadMs' | 'now'>): number {
  const { endsAt, expiresAfterMs } = push
  return endsAt === undefined ? expiresAfterMs : endsAt - leadMs - now
}
