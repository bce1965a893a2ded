import { withoutAcknowledgement } from './acknowledgement.ts'
import { endAll, withoutEnd, withReporters } from '../reporter/reporter-list.ts'
import { AppError } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { Alert, Variant } from './alert.ts'
import type { AlertId } from '../ids.ts'

/** After so many milliseconds without a report an alert may be cleared by hand, whatever its monitor promised. */
export const UNREPORTED_MS_MIN = 10 * 60_000

/** Characters of the note of a clear by hand. */
export const CLEAR_NOTE_CHARACTERS_MAX = 500

/** Returns from when on an active alert may be cleared by hand, if no report arrives. */
export function clearableFrom({ observedAt, expiresAt }: Pick<Alert, 'observedAt' | 'expiresAt'>): Instant {
  return Math.min(observedAt + UNREPORTED_MS_MIN, expiresAt ?? Infinity)
}

/** Throws `conflict` for an alert that is still being reported: the next report would raise it again. */
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
 * Clears a raised alert with all its variants. It counts from now on: an older report that arrives late does not raise
 * it again, a newer one does.
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
