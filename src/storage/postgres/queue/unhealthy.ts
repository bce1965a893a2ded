/**
 * Condition on `webhook_flow` at time `$1`, true for every receiver that fails, rejects or is paused, and few
 * others; `receiverHealthOf` decides (domain/overview/receiver-health.ts).
 */
export const POSSIBLY_UNHEALTHY =
  'failing_since IS NOT NULL OR rejected_at IS NOT NULL OR paused_until > $1 OR asked_until > $1'

/** Condition on `webhook_flow`: the opposite of `isNeverCalled` (domain/flow/breaker.ts). */
export const IS_CALLED =
  'failures > 0 OR rejections > 0 OR asked_until IS NOT NULL OR first_accepted_at IS NOT NULL'
