import type { Webhook } from '../webhook/webhook.ts'

/**
 * How long leases last: as long as the request under way may take, and no longer than it takes to write down what came
 * of it.
 */
export interface LeaseLength {
  /** Time limit of an attempt for a webhook that has none of its own. */
  readonly timeoutMs: number
  /** What comes before the request, and behind it. */
  readonly marginMs: number
}

export function leaseMsOf(
  { timeoutMs, marginMs }: LeaseLength,
  webhook: Pick<Webhook, 'timeoutMs'> | undefined,
): number {
  return (webhook?.timeoutMs ?? timeoutMs) + marginMs
}
