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

/** Variants of one alert; above that the mildest and the longest cleared are dropped until they are reported again. */
export const VARIANTS_MAX = 50

/** A cleared variant is kept for so long, so that late pushes cannot raise it again. */
const CLEARED_KEPT_MS = 24 * 60 * 60_000

/**
 * Returns the alert as if this variant were all of it; undefined if the variant is unknown. An alert without variants
 * is taken for this one.
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
 * Extends the promises of an alert by our absences since its last report. `sign` -1 takes that time back, to store an
 * alert that the report did not confirm.
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

/** Extends the promise, except of a cleared variant. Reporters keep the times of their pushes. */
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
 * Decides what the observation of one variant does to the alert. `own` is its effect on the variant alone
 * (`asVariant`). An observation in the known state never changes the state (the storage relies on it).
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

/** Clears a variant that is not reported any more, from the end of its promise on. */
export function expireVariant(variant: Variant, now: Instant): Variant {
  if (variant.state === 'cleared') return variant
  const { endedBy: _, ...after } = expired(variant, now)
  return { ...withoutEnd(variant), ...after }
}

/** Returns the members of a clear because of missing reports; if an end was reported, the monitor ended it. */
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

export function resultOf(oldState: AlertState, newState: AlertState): ObservationResult {
  if (newState === 'cleared') return 'cleared'
  return oldState === 'cleared' ? 'raised' : 'changed'
}

function expireLate(variant: Variant, now: Instant): Variant {
  const { state, expiresAt, endsAt = Infinity } = variant
  const isLate = endsAt < now || (expiresAt !== null && expiresAt + GRACE_MS < now)
  return state !== 'cleared' && isLate ? expireVariant(variant, now) : variant
}

/** Keeps the end of an unknown variant, so that a late raise is recognised. */
function variantOf(id: string, { alert, earlyClear: at }: ObservationEffect): Variant | undefined {
  if (alert) {
    const { state, since, changedAt, lastReportedAt, expiresAt, endsAt, reporters } = alert
    const reported = { ...promisedEnd(endsAt), ...(reporters && { reporters }) }
    return { id, state, since, changedAt, lastReportedAt, expiresAt, ...reported }
  }
  if (at === undefined) return undefined
  return { id, state: 'cleared', since: at, changedAt: at, lastReportedAt: at, expiresAt: null }
}

/** Keeps the worst; of the same state those that last longest, or cleared last. */
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

/** Joins the variants. The words come from a variant in the worst state, so a milder one does not hide them. */
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

/** The end of one variant confirms nothing about the others. */
function observedAtOf(
  { known, own, now }: Pick<Joining, 'known' | 'own' | 'now'>,
  state: AlertState,
): Instant {
  if (own.alert && own.alert.state !== 'cleared') return own.alert.observedAt
  return known && state !== 'cleared' ? known.observedAt : now
}

/** Returns who ended the whole: the monitor, if it reported one of the clears. */
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

/** Returns when the variant changed state, 0 if it did not. */
function changeBy(variant: Variant, known: Alert | undefined): Instant {
  const before = known?.details.variants?.find(({ id }) => id === variant.id)
  return before?.state === variant.state ? 0 : variant.changedAt
}

/** Returns the earliest raise since the whole last cleared; of a cleared alert, the moment of clearing. */
function sinceOf(known: Alert | undefined, raised: readonly Variant[], changedAt: Instant): Instant {
  const wasRaised = known !== undefined && known.state !== 'cleared'
  if (raised.length === 0) return wasRaised || !known ? changedAt : known.since
  const earliest = Math.min(...raised.map(({ since }) => since))
  return wasRaised ? Math.min(known.since, earliest) : earliest
}

/** Returns the last promise; null if a variant has none. */
function expiryOf(raised: readonly Variant[], own: ObservationEffect['alert']): Instant | null {
  if (raised.length === 0) return own?.expiresAt ?? null
  const promises = raised.map(({ endsAt, expiresAt }) => endsAt ?? expiresAt)
  return promises.includes(null) ? null : Math.max(...promises.map((promise) => promise ?? 0))
}

function endsOf(raised: readonly Variant[]): Instant | undefined {
  const ends = raised.map(({ endsAt }) => endsAt)
  if (ends.length === 0 || ends.includes(undefined)) return undefined
  return Math.max(...ends.map((end) => end ?? 0))
}
