import { withoutAcknowledgement } from './acknowledgement.ts'
import { endAll, withoutEnd, withReporters } from '../reporter/reporter-list.ts'
import { AppError } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { Alert, Variant } from './alert.ts'
import type { AlertId } from '../ids.ts'

/** After this time without a report an alert may be cleared by hand, whatever its monitor promised. */
export const UNREPORTED_MS_MIN = 10 * 60_000

/** Why somebody cleared an alert, in their words. */
export const CLEAR_NOTE_CHARACTERS_MAX = 500

/** Returns from when on an active alert may be cleared by hand, if it is not reported until then. */
export function clearableFrom({ observedAt, expiresAt }: Pick<Alert, 'observedAt' | 'expiresAt'>): Instant {
  return Math.min(observedAt + UNREPORTED_MS_MIN, expiresAt ?? Infinity)
}

/** Throws for an alert that its monitor still reports: the next report would raise it again. */
export function refuseClearing(alert: Alert, now: Instant): void {
  const from = clearableFrom(alert)
  if (now >= from) return
  throw new AppError(
    'conflict',
    `Alert ${alert.id} is still being reported (last at ${formatInstant(alert.observedAt)}), so a clear would be undone. ` +
      `Resolve it in the monitor. If no report arrives, you can clear it from ${formatInstant(from)} on.`,
  )
}

/**
 * A raised alert that a person ends, with all of its variants. The end counts from now on, so what was said before and
 * arrives late does not raise it again; what is said from now on does. No promise is left that a longer one could
 * outlive.
 */
export function clearByHand(alert: Alert, now: Instant): Alert {
  const at = Math.max(now, alert.changedAt)
  const over = withoutAcknowledgement(ended(alert, at))
  const { variants } = alert.details
  return {
    ...over,
    state: 'cleared',
    since: at,
    changedAt: at,
    expiresAt: null,
    endedBy: 'person',
    ...(variants && {
      details: { ...alert.details, variants: variants.map((variant) => clearVariant(variant, at)) },
    }),
  }
}

function clearVariant(variant: Variant, at: Instant): Variant {
  if (variant.state === 'cleared') return variant
  return { ...ended(variant, at), state: 'cleared', since: at, changedAt: at, expiresAt: null }
}

function ended<Given extends Pick<Alert, 'endsAt' | 'reporters'>>(given: Given, at: Instant): Given {
  return withReporters(withoutEnd(given), endAll(given.reporters ?? [], 'replaced', at))
}

export function requireAlert<Found>(found: Found | undefined, id: AlertId): Found {
  if (found === undefined) throw new AppError('not_found', `There is no alert ${id}.`)
  return found
}
