import type { Observation } from '../../../src/domain/alert/alert.ts'
import type { ModelAlert, Written } from './model.ts'

interface Moment {
  readonly now: number
  readonly heard: Written
  /** Of what is not known: likewise. */
  readonly endedBefore: number | undefined
}

type Change = {
  readonly result: string
  readonly alert: Omit<ModelAlert, 'id'> | undefined
  readonly isTold: boolean
  /** When it ended, as was said before anybody had heard of it. */
  readonly endedBefore?: number
}

/**
 * What an observation must do, by section 6 of the design: another state than the known one is told, the same one
 * refreshes, an older word of another opinion counts for nothing, and so does the end of what never began: but then what is
 * older than that end counts for nothing either.
 */
export function observeInModel(
  known: ModelAlert | undefined,
  observation: Observation,
  { now, heard, endedBefore }: Moment,
): Change {
  const { state } = observation
  // What names no moment comes after all that is known, however the clock was set since.
  const newest = Math.max(known?.changedAt ?? 0, known?.spokenAt ?? 0)
  const at = observation.at === undefined ? Math.max(now, newest) : Math.min(now, observation.at)
  const expiresAt = observation.expiresAt ?? null
  if (!known) {
    if (state === 'cleared') {
      const latest = Math.max(at, endedBefore ?? at)
      return { result: 'ignored', alert: undefined, isTold: false, endedBefore: latest }
    }
    if (endedBefore !== undefined && at < endedBefore)
      return { result: 'stale', alert: undefined, isTold: false }
    return {
      result: 'raised',
      alert: { state, changedAt: at, spokenAt: at, heardAt: now, heard, promisedUntil: expiresAt },
      isTold: true,
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
  if (state !== known.state && isLate) return { result: 'stale', alert: known, isTold: false }

  let promisedUntil = known.promisedUntil
  if (expiresAt !== null && state !== 'cleared')
    promisedUntil = Math.max(expiresAt, promisedUntil ?? expiresAt)
  else if (isNews) promisedUntil = null
  const spokenAt = Math.max(known.spokenAt, at)
  const after = { ...known, spokenAt, heardAt: now, heard, promisedUntil }
  if (state === known.state) return { result: 'refreshed', alert: after, isTold: false }
  const result = state === 'cleared' ? 'cleared' : known.state === 'cleared' ? 'raised' : 'changed'
  return { result, alert: { ...after, state, changedAt: at }, isTold: true }
}

/** Its promise was broken: it counts as cleared since then. */
export function expireInModel(alert: ModelAlert, now: number): ModelAlert {
  const at = Math.min(Math.max(alert.promisedUntil ?? now, alert.changedAt), now)
  return { ...alert, state: 'cleared', changedAt: at }
}

/** `clockJump`: what the clock was set ahead by, and where it came to by that: what was heard before has so much more time. */
export function isBroken(
  { state, heardAt, promisedUntil }: ModelAlert,
  before: number,
  clockJump: { readonly at: number; readonly ms: number } | null | undefined,
): boolean {
  if (state === 'cleared' || promisedUntil === null) return false
  return promisedUntil < before - (clockJump && heardAt < clockJump.at ? clockJump.ms : 0)
}
