import { formatDuration } from '../spelling.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** Why a delivery is not sent any more; undefined: its webhook wants it, however old it is, or it is not that old. */
export function whyOutdated(
  { maxAgeMs, mode }: Pick<Webhook, 'maxAgeMs' | 'mode'>,
  createdAt: Instant,
  now: Instant,
): string | undefined {
  if (maxAgeMs === null || mode === 'present' || now - createdAt <= maxAgeMs) return undefined
  return `not sent: older than ${formatDuration(maxAgeMs)}, the max_age of its webhook`
}
