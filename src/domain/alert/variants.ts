import type {
  Alert,
  AlertState,
  Observation,
  ObservationEffect,
  ObservationResult,
  Variant,
} from './alert.ts'
import { absentSince, type OpenTime } from '../open-time.ts'
import type { Instant } from '../instant.ts'
import { endAll, withoutEnd, withReporters } from '../reporter/reporter-list.ts'
import { GRACE_MS } from '../reporter/reporter.ts'
import { badnessOf } from './severity.ts'

/**
 * Variants of one alert that differ in labels that do not count; beyond that the mildest and the longest cleared
 * are forgotten, until their monitor reports again.
 */
export const VARIANTS_MAX = 50

/** A cleared variant is remembered for so long, so that late pushes of before cannot raise it again. */
const CLEARED_KEPT_MS = 24 * 60 * 60_000

/**
 * The alert as if this variant were all of it; undefined if the variant is unknown. What is known of an alert
 * without any variants is taken for the state of this one.
 */
export function asVariant(alert: Alert | undefined, id: string): Alert | undefined {
  const variants = alert?.details.variants
  if (!alert || !variants) return alert
  const own = variants.find((variant) => variant.id === id)
  if (!own) return undefined
  const { state, since, changedAt, lastReportedAt = changedAt, expiresAt, endsAt, reporters = [] } = own
  const alone = {
    ...withoutEnd(alert),
    state,
    since,
    changedAt,
    lastReportedAt,
    expiresAt,
    ...promisedEnd(endsAt),
  }
  return withReporters(alone, reporters)
}

function promisedEnd(endsAt: Instant | undefined): Pick<Variant, 'endsAt'> {
  return endsAt === undefined ? {} : { endsAt }
}

/**
 * The alert with as much time as it had before our absences, if it was not reported since. The next report counts
 * from after them, so that the alert gets this once. `sign` -1: with so much less, as it is stored if it was not
 * reported.
 */
export function withTimeOfAbsences<Given extends Omit<Alert, 'id'>>(
  alert: Given,
  openTime: OpenTime,
  sign: 1 | -1 = 1,
): Given {
  const ms = absentSince(openTime, alert.observedAt) * sign
  if (ms === 0) return alert
  const { variants } = alert.details
  return {
    ...later(alert, ms),
    ...(variants && { details: { ...alert.details, variants: variants.map((one) => later(one, ms)) } }),
  }
}

/**
 * Returns the later promise; a cleared variant keeps the promise that ran out. Reporters keep the times of their
 * pushes.
 */
function later<Promised extends Pick<Variant, 'state' | 'expiresAt' | 'endsAt'>>(
  promised: Promised,
  ms: number,
): Promised {
  const { state, expiresAt, endsAt } = promised
  if (state === 'cleared') return promised
  return {
    ...promised,
    ...(expiresAt !== null && { expiresAt: expiresAt + ms }),
    ...(endsAt !== undefined && { endsAt: endsAt + ms }),
  }
}

/**
 * Decides what an observation of one variant does to the alert. `own` is its effect on the variant alone
 * (`asVariant`). The state can only change if it differs from the observation's (the storage counts on that).
 */
export function joinVariant(
  known: Alert | undefined,
  own: ObservationEffect,
  { variant: id = '' }: Pick<Observation, 'variant'>,
  now: Instant,
): ObservationEffect {
  if (own.result === 'stale' && known) {
    return { ...own, alert: { ...known, staleCount: known.staleCount + 1 } }
  }
  const before = known?.details.variants ?? []
  const others = before.filter((variant) => variant.id !== id).map((variant) => expireLate(variant, now))
  const hasChanged = others.some((variant) => !before.includes(variant))
  const reported = variantOf(id, own)
  if (!known && !own.alert) return own
  if (!reported && !hasChanged) return own
  const variants = keepSome([...(reported ? [reported] : []), ...others], now)
  const alert = joined({ known, own, variants, now })
  if (known && alert.state === known.state) {
    return { result: own.alert ? 'refreshed' : own.result, alert, oldState: undefined }
  }
  const oldState = known?.state ?? 'cleared'
  return { result: resultOf(oldState, alert.state), alert, oldState }
}

/** Its monitor fell silent: cleared from the moment of its promise on, which stays on record. */
export function expireVariant(variant: Variant, now: Instant): Variant {
  if (variant.state === 'cleared') return variant
  const { endedBy: _, ...after } = expired(variant, now)
  return { ...withoutEnd(variant), ...after }
}

/** Cleared because nobody reported it any more: by the word of its monitor, if an end was said. */
export function expired(
  {
    expiresAt,
    endsAt,
    changedAt,
    reporters,
  }: Pick<Variant, 'expiresAt' | 'endsAt' | 'changedAt' | 'reporters'>,
  now: Instant,
) {
  const at = Math.min(Math.max(endsAt ?? expiresAt ?? now, changedAt), now)
  return {
    state: 'cleared',
    since: at,
    changedAt: at,
    endedBy: endsAt === undefined ? 'expired' : 'monitor',
    expiresAt: endsAt === undefined ? expiresAt : null,
    ...(reporters && { reporters: endAll(reporters, 'expired', now) }),
  } as const
}

/** Names a change of state. */
export function resultOf(oldState: AlertState, newState: AlertState): ObservationResult {
  if (newState === 'cleared') return 'cleared'
  return oldState === 'cleared' ? 'raised' : 'changed'
}

function expireLate(variant: Variant, now: Instant): Variant {
  const { state, expiresAt, endsAt = Infinity } = variant
  const isLate = endsAt < now || (expiresAt !== null && expiresAt + GRACE_MS < now)
  return state !== 'cleared' && isLate ? expireVariant(variant, now) : variant
}

/** The end of an unknown variant is kept like any other, so that its beginning is known to be late. */
function variantOf(id: string, { alert, earlyClear: at }: ObservationEffect): Variant | undefined {
  if (alert) {
    const { state, since, changedAt, lastReportedAt, expiresAt, endsAt, reporters } = alert
    const reported = { ...promisedEnd(endsAt), ...(reporters && { reporters }) }
    return { id, state, since, changedAt, lastReportedAt, expiresAt, ...reported }
  }
  if (at === undefined) return undefined
  return { id, state: 'cleared', since: at, changedAt: at, lastReportedAt: at, expiresAt: null }
}

/** The worst first; of the same state those that go on for longer, or have cleared last. */
function keepSome(variants: readonly Variant[], now: Instant): readonly Variant[] {
  const kept = variants.filter(
    ({ state, changedAt }) => state !== 'cleared' || changedAt > now - CLEARED_KEPT_MS,
  )
  if (kept.length <= VARIANTS_MAX) return kept
  return kept
    .toSorted((a, b) => badnessOf(b.state) - badnessOf(a.state) || endOf(b) - endOf(a))
    .slice(0, VARIANTS_MAX)
}

function endOf({ state, changedAt, endsAt, expiresAt }: Variant): Instant {
  return state === 'cleared' ? changedAt : (endsAt ?? expiresAt ?? Number.MAX_SAFE_INTEGER)
}

interface Joining {
  readonly known: Alert | undefined
  readonly own: ObservationEffect
  readonly variants: readonly Variant[]
  readonly now: Instant
}

/**
 * Its words are those of a variant that is in the state of the whole, so that those of a milder one do not cover them.
 */
function joined({ known, own, variants, now }: Joining): Omit<Alert, 'id'> {
  const raised = variants.filter((variant) => variant.state !== 'cleared')
  const state = worstOf(raised)
  const isWorst = own.alert?.state === state
  const said = (isWorst || !known ? own.alert : undefined) ?? known
  if (!said) throw new Error('an alert is joined of what is known or said, and there is neither')
  const isSame = known?.state === state
  const changedAt = isSame
    ? known.changedAt
    : Math.max(known?.changedAt ?? 0, ...variants.map((variant) => changeBy(variant, known)))
  return {
    ...withReporters(withoutEnd(said), []),
    state,
    changedAt,
    since: sinceOf(known, raised, changedAt),
    lastReportedAt: Math.max(known?.lastReportedAt ?? 0, own.alert?.lastReportedAt ?? own.earlyClear ?? 0),
    observedAt: observedAtOf({ known, own, now }, state),
    expiresAt: expiryOf(raised, own.alert),
    ...promisedEnd(endsOf(raised)),
    endedBy: endOfAll({ known, own, state }),
    details: { ...said.details, variants },
    staleCount: known?.staleCount ?? 0,
  }
}

/** An end of one variant confirms nothing of the others. */
function observedAtOf(
  { known, own, now }: Pick<Joining, 'known' | 'own' | 'now'>,
  state: AlertState,
): Instant {
  if (own.alert && own.alert.state !== 'cleared') return own.alert.observedAt
  return known && state !== 'cleared' ? known.observedAt : now
}

/** Returns the cause of several clears at once: the monitor, if it reported one of them. */
function endOfAll({ known, own, state }: Pick<Joining, 'known' | 'own'> & { readonly state: AlertState }) {
  if (state !== 'cleared') return null
  if (own.result === 'cleared') return 'monitor'
  return known?.state === 'cleared' ? known.endedBy : 'expired'
}

function worstOf(raised: readonly Variant[]): AlertState {
  return raised.reduce<AlertState>(
    (worst, { state }) => (badnessOf(state) > badnessOf(worst) ? state : worst),
    'cleared',
  )
}

/** When a variant changed by which the whole may have changed just now; 0 if it is as it was. */
function changeBy(variant: Variant, known: Alert | undefined): Instant {
  const before = known?.details.variants?.find(({ id }) => id === variant.id)
  return before?.state === variant.state ? 0 : variant.changedAt
}

/** Raised: the earliest moment from which on it never cleared. Cleared: when it did, or has been since. */
function sinceOf(known: Alert | undefined, raised: readonly Variant[], changedAt: Instant): Instant {
  const wasRaised = known !== undefined && known.state !== 'cleared'
  if (raised.length === 0) return wasRaised || !known ? changedAt : known.since
  const earliest = Math.min(...raised.map(({ since }) => since))
  return wasRaised ? Math.min(known.since, earliest) : earliest
}

/** The last promise; none if there is a variant that waits for its monitor. */
function expiryOf(raised: readonly Variant[], own: ObservationEffect['alert']): Instant | null {
  if (raised.length === 0) return own?.expiresAt ?? null
  const promises = raised.map(({ endsAt, expiresAt }) => endsAt ?? expiresAt)
  return promises.includes(null) ? null : Math.max(...promises.map((promise) => promise ?? 0))
}

/** The last end that was said, if one was said of each. */
function endsOf(raised: readonly Variant[]): Instant | undefined {
  const ends = raised.map(({ endsAt }) => endsAt)
  if (ends.length === 0 || ends.includes(undefined)) return undefined
  return Math.max(...ends.map((end) => end ?? 0))
}
