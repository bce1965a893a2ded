import type { AlertState, Observation } from '../alert/alert.ts'
import { keyOfWindow, OWN_SOURCE } from '../alert/own-alert.ts'
import { formatCount } from '../spelling.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { windowNameOf, type Silence } from '../silence/silence.ts'
import { timeInZone } from '../time-zone.ts'

/** The announcements of an occurrence so far; `over`: nothing is left to say. */
export const ANNOUNCED = { nothing: 0, begin: 1, over: 2 } as const
export type Announced = (typeof ANNOUNCED)[keyof typeof ANNOUNCED]

/** An occurrence whose start or end is to be announced to webhooks. */
export interface DueAnnouncement {
  readonly silence: Silence
  readonly announced: Announced
  /** The time zone of the window; null: it was deleted. */
  readonly zone: string | null
}

/**
 * Announces the start only during the occurrence and if a webhook asks for it, and the end only if the start was
 * announced.
 */
export function nextAnnounced(
  { announced, silence: { endsAt } }: DueAnnouncement,
  { now, isAsked }: { readonly now: Instant; readonly isAsked: boolean },
): Announced {
  return announced === ANNOUNCED.nothing && endsAt > now && isAsked ? ANNOUNCED.begin : ANNOUNCED.over
}

/**
 * Reports the start as an alert, which clears at the end. `activeCount`: the active alerts that it covers, among the
 * newest ones.
 */
export function beginReport({ silence, zone }: DueAnnouncement, activeCount: number): Observation {
  const { endsAt, reason } = silence
  const alerts = activeCount === 1 ? '1 active alert' : `${formatCount(activeCount)} active alerts`
  const end = timeInZone(formatInstant(endsAt), zone ?? 'UTC')
  return report(silence, 'low', `Holds ${alerts} until ${end}: ${reason}`)
}

export function endReport({ silence }: DueAnnouncement): Observation {
  return report(silence, 'cleared', 'Has ended: receivers get the current state of what it held.')
}

function report(silence: Silence, state: AlertState, info: string): Observation {
  const { windowId, match } = silence
  const name = `Maintenance window ${windowNameOf(silence)}`
  const details = { objectType: 'matchers', objectName: match, info }
  return { source: OWN_SOURCE, key: keyOfWindow(windowId ?? 0), name, state, details }
}
