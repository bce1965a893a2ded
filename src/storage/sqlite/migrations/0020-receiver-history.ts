/**
 * Adds the count of rejections since the last acceptance, and the moment of the first acceptance (domain/flow/breaker.ts). The history
 * tells that moment for webhooks that were called before.
 */
export const receiverHistory = `
ALTER TABLE webhook_flow ADD COLUMN rejections INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_flow ADD COLUMN reject_reason TEXT;
ALTER TABLE webhook_flow ADD COLUMN first_accepted_at INTEGER;
UPDATE webhook_flow SET rejections = 1 WHERE rejected_at IS NOT NULL;
INSERT INTO webhook_flow (webhook_id, failures, pause_ms, rate_next_at, first_accepted_at)
SELECT id, 0, 0, 0, (
    SELECT finished_at FROM deliveries WHERE webhook_id = webhooks.id AND state = 'delivered' ORDER BY id LIMIT 1
  ) AS first FROM webhooks WHERE first IS NOT NULL
ON CONFLICT (webhook_id) DO UPDATE SET first_accepted_at = excluded.first_accepted_at;
`
