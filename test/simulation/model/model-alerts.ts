import type { Observation } from '../../../src/domain/alert/alert.ts'
import type { ModelAlert, Written } from './model.ts'

interface Moment {
  readonly now: number
  readonly heard: Written
}

type Change = {
  readonly result: string
  readonly alert: Omit<ModelAlert, 'id'> | undefined
  readonly isTold: boolean
}

/**
 * What an observation must do, by section 6 of the design: another state than the known one is told, the same one
 * refreshes, an older word of another opinion counts for nothing, and so does the end of what never began.
 */
export function observeInModel(
  known: ModelAlert | undefined,
  observation: Observation,
  { now, heard }: Moment,
): Change {
  const { state } = observation
  // What names no moment comes after all that is known, however the clock was set since.
  const at = observation.at ?? Math.max(now, known?.changedAt ?? 0)
  const expiresAt = observation.expiresAt ?? null
  if (!known) {
    if (state === 'cleared') return { result: 'ignored', alert: undefined, isTold: false }
    return {
      result: 'raised',
      alert: { state, changedAt: at, heardAt: now, heard, promisedUntil: expiresAt },
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
  if (state !== known.state && !isNews) return { result: 'stale', alert: known, isTold: false }

  let promisedUntil = known.promisedUntil
  if (expiresAt !== null && state !== 'cleared')
    promisedUntil = Math.max(expiresAt, promisedUntil ?? expiresAt)
  else if (isNews) promisedUntil = null
  const after = { ...known, heardAt: now, heard, promisedUntil }
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
