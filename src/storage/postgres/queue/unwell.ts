/**
 * For a row of `webhook_flow`, at the moment `$1`: every receiver that fails or is paused, and few others. Which of them are,
 * `receiverHealthOf` says (domain/overview/receiver-health.ts).
 */
export const MAYBE_UNWELL = 'failing_since IS NOT NULL OR paused_until > $1 OR asked_until > $1'
