/**
 * Adds the count of rejections since the last acceptance, and the moment of the first acceptance (domain/flow/breaker.ts). The history
 * tells that moment for webhooks that were called before.
 */
export const receiverHistory = `
ALTER TABLE webhook_flow ADD COLUMN rejections integer NOT NULL DEFAULT 0, ADD COLUMN reject_reason text,
  ADD COLUMN first_accepted_at bigint;
UPDATE webhook_flow SET rejections = 1 WHERE rejected_at IS NOT NULL;
INSERT INTO webhook_flow (webhook_id, first_accepted_at)
SELECT webhooks.id, first.finished_at FROM webhooks CROSS JOIN LATERAL (
    SELECT finished_at FROM ended_deliveries WHERE webhook_id = webhooks.id AND state = 'delivered' ORDER BY id LIMIT 1
  ) AS first
ON CONFLICT (webhook_id) DO UPDATE SET first_accepted_at = excluded.first_accepted_at;
`
