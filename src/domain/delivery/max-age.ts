import { formatDuration } from '../spelling.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Claim } from './delivery.ts'

interface Aged extends Pick<Claim, 'attempt' | 'scheduleAttempt' | 'sentStates'> {
  readonly webhook: Pick<Webhook, 'maxAgeMs' | 'mode'>
}

/**
 * Why a delivery of this age is not sent any more; undefined: its webhook wants it, however old it is, or it is not
 * that old. What says the current state does not grow old. What was tried before and restarts its schedule is
 * wanted: somebody asked for that by hand, or the outcome is unknown of an attempt that was cut off.
 */
export function whyOutdated(
  { webhook: { maxAgeMs, mode }, attempt, scheduleAttempt, sentStates }: Aged,
  ageMs: number,
): string | undefined {
  if (maxAgeMs === null || mode === 'current_state' || sentStates !== null) return undefined
  if (ageMs <= maxAgeMs || attempt > scheduleAttempt) return undefined
  return `not sent: older than ${formatDuration(maxAgeMs)}, the max_age of its webhook`
}
