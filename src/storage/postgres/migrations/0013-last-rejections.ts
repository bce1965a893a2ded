/** Adds the time of a receiver's last rejection; null: none, or an earlier release saw it. */
export const lastRejections = `ALTER TABLE webhook_flow ADD COLUMN last_rejected_at bigint;`
