import { knownToBeExpired, type OpenTime } from '../../../src/domain/open-time.ts'
import type { Observation } from '../../../src/domain/alert/alert.ts'
import { expirePushed, observePushed } from './model-pushed.ts'
import type { ModelAlert, Written } from './model.ts'

export interface Moment {
  readonly now: number
  readonly reported: Written
  /** The same for what is not known. */
  readonly endedBefore: number | undefined
  readonly openTime: OpenTime | undefined
}

export type Change = {
  readonly result: string
  readonly alert: Omit<ModelAlert, 'id'> | undefined
  readonly isNotified: boolean
  /** When it ended, as was said before its raise was known. */
  readonly endedBefore?: number
}

/**
 * What an observation must do, by section 6 of the design: another state than the known one is reported, the same
 * one refreshes, an older word of another opinion counts for nothing, and so does the end of what never began: but
 * then what is older than that end counts for nothing either.
 */
export function observeInModel(
  before: ModelAlert | undefined,
  observation: Observation,
  { now, reported, endedBefore, openTime }: Moment,
): Change {
  if (observation.push) return observePushed(before, observation, { now, reported, endedBefore, openTime })
  if (observation.countsByArrival)
    return observeByArrival(before, observation, { now, reported, endedBefore, openTime })
  const { state } = observation
  const known = before && withMoreTime(before, openTime)
  // What names no moment comes after all that is known, however the clock was set since.
  const newest = known ? Math.max(known.changedAt, known.lastReportedAt) : (endedBefore ?? 0)
  const said = observation.at === undefined ? Math.max(now, newest) : Math.min(now, observation.at)
  // An end in whole seconds counts as the end of its second, but not as later than now.
  const isWholeEnd = state === 'cleared' && said % 1_000 === 0
  const at = isWholeEnd ? Math.max(said, Math.min(said + 999, now)) : said
  const expiresAt = observation.expiresAt ?? null
  if (!known) {
    if (state === 'cleared') {
      const latest = Math.max(at, endedBefore ?? at)
      return { result: 'ignored', alert: undefined, isNotified: false, endedBefore: latest }
    }
    if (endedBefore !== undefined && at < endedBefore)
      return { result: 'stale', alert: undefined, isNotified: false }
    return {
      result: 'raised',
      alert: {
        state,
        changedAt: at,
        lastReportedAt: at,
        reportedAt: now,
        reported,
        promisedUntil: expiresAt,
        episodeNumber: 1,
      },
      isNotified: true,
    }
  }
  // It was cleared only because a promise was broken, and this is a promise that reaches further.
  const isRevived =
    known.state === 'cleared' &&
    known.promisedUntil !== null &&
    expiresAt !== null &&
    expiresAt > known.promisedUntil
  const isNews = at >= known.changedAt || isRevived
  // A raise counts only if nothing newer was said; an end may be dated back.
  const isLate = state === 'cleared' ? !isNews : at < newest && !isRevived
  if (state !== known.state && isLate) return { result: 'stale', alert: before, isNotified: false }

  let promisedUntil = known.promisedUntil
  if (expiresAt !== null && state !== 'cleared') {
    // The newest promise counts, also if it is shorter.
    promisedUntil = at >= known.lastReportedAt ? expiresAt : Math.max(expiresAt, promisedUntil ?? expiresAt)
  } else if (isNews) promisedUntil = null
  const lastReportedAt = Math.max(known.lastReportedAt, at)
  const after = { ...known, lastReportedAt, reportedAt: now, reported, promisedUntil }
  if (state === known.state) return { result: 'refreshed', alert: after, isNotified: false }
  const result = state === 'cleared' ? 'cleared' : known.state === 'cleared' ? 'raised' : 'changed'
  const episodeNumber = known.episodeNumber + Number(result === 'raised')
  const changedAt = Math.max(said, known.changedAt)
  return {
    result,
    alert: { ...after, state, changedAt: isRevived ? said : changedAt, episodeNumber },
    isNotified: true,
  }
}

/** Whatever times its sender names, it counts as it arrives. */
function observeByArrival(
  before: ModelAlert | undefined,
  { state, at: said = 0 }: Observation,
  { now, reported, endedBefore }: Moment,
): Change {
  const newest = before ? Math.max(before.changedAt, before.lastReportedAt) : (endedBefore ?? 0)
  const at = Math.max(newest, said < newest ? now : Math.min(said, now))
  if (!before) {
    if (state === 'cleared')
      return { result: 'ignored', alert: undefined, isNotified: false, endedBefore: at }
    const alert = {
      state,
      changedAt: at,
      lastReportedAt: at,
      reportedAt: now,
      reported,
      promisedUntil: null,
      episodeNumber: 1,
    }
    return { result: 'raised', alert, isNotified: true }
  }
  const after = {
    ...before,
    lastReportedAt: Math.max(before.lastReportedAt, at),
    reportedAt: now,
    reported,
    promisedUntil: null,
  }
  if (state === before.state) return { result: 'refreshed', alert: after, isNotified: false }
  const result = state === 'cleared' ? 'cleared' : before.state === 'cleared' ? 'raised' : 'changed'
  const episodeNumber = before.episodeNumber + Number(result === 'raised')
  return { result, alert: { ...after, state, changedAt: at, episodeNumber }, isNotified: true }
}

/** Its promise was broken: it counts as cleared since then. */
export function expireInModel(alert: ModelAlert, now: number): ModelAlert {
  if (alert.pushed) return { ...expirePushed(alert, alert.pushed, now), id: alert.id }
  const at = Math.min(Math.max(alert.promisedUntil ?? now, alert.changedAt), now)
  return { ...alert, state: 'cleared', changedAt: at }
}

/** What was promised before an absence of ours has as much more time. */
function withMoreTime(alert: ModelAlert, openTime: OpenTime | undefined): ModelAlert {
  const { state, promisedUntil } = alert
  if (state === 'cleared' || promisedUntil === null) return alert
  return { ...alert, promisedUntil: promisedUntil + absentMs(alert, openTime) }
}

function absentMs({ reportedAt }: ModelAlert, openTime: OpenTime | undefined): number {
  const absences = openTime?.absences ?? []
  return absences.filter(({ until }) => until > reportedAt).reduce((sum, { ms }) => sum + ms, 0)
}

interface Asked {
  readonly now: number
  readonly openTime: OpenTime | undefined
}

/** Tells whether its promise has run out, in time in which reports could come in. */
export function isBroken(alert: ModelAlert, before: number, asked: Asked): boolean {
  return isOver(alert, alert.promisedUntil, { ...asked, before })
}

/** The end that was said has come, without any grace. */
export function hasEnded(alert: ModelAlert, asked: Asked): boolean {
  return isOver(alert, alert.endsAt ?? null, { ...asked, before: asked.now })
}

function isOver(
  alert: ModelAlert,
  until: number | null,
  { before, now, openTime }: Asked & { readonly before: number },
): boolean {
  if (alert.state === 'cleared' || until === null) return false
  const known = openTime ? knownToBeExpired(before, { now, openTime }) : before
  return until + absentMs(alert, openTime) < known
}
