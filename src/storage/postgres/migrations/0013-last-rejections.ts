/** Adds the moment of the last rejection to what is known of a receiver; null: none, or an earlier release saw it. */
export const lastRejections = `ALTER TABLE webhook_flow ADD COLUMN last_rejected_at bigint;`
