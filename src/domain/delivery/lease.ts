import type { Webhook } from '../webhook/webhook.ts'

/** Defines the length of leases: as long as the request may take, and the time to record its outcome. */
export interface LeaseLength {
  /** Time limit of an attempt for a webhook that has none of its own. */
  readonly timeoutMs: number
  /** The time before the request and after it. */
  readonly marginMs: number
}

export function leaseMsOf(
  { timeoutMs, marginMs }: LeaseLength,
  webhook: Pick<Webhook, 'timeoutMs'> | undefined,
): number {
  return (webhook?.timeoutMs ?? timeoutMs) + marginMs
}
