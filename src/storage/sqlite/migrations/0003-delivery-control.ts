/**
 * What a webhook may ask for beyond the interface's fields, what is known of its receiver, and deliveries in a lane for
 * each webhook, so that those of one never stand in the way of another's.
 */
export const deliveryControl = `
ALTER TABLE webhooks ADD COLUMN concurrency_max INTEGER;
ALTER TABLE webhooks ADD COLUMN rate_limit TEXT;
ALTER TABLE webhooks ADD COLUMN answer_bytes_max INTEGER;
ALTER TABLE webhooks ADD COLUMN tls TEXT;
ALTER TABLE webhooks ADD COLUMN answer_rule TEXT;
ALTER TABLE webhooks ADD COLUMN fallback_webhook_id INTEGER;
ALTER TABLE webhooks ADD COLUMN signing_secrets TEXT NOT NULL DEFAULT '[]';

-- How its receiver has behaved lately; no row: well.
CREATE TABLE webhook_flow (
  webhook_id INTEGER PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL,
  failing_since INTEGER,
  pause_ms INTEGER NOT NULL,
  paused_until INTEGER,
  asked_until INTEGER,
  pause_reason TEXT,
  rate_next_at REAL NOT NULL
) STRICT;

-- When the first attempt of its schedule began.
ALTER TABLE deliveries ADD COLUMN begun_at INTEGER;
DROP INDEX deliveries_due;
CREATE INDEX deliveries_lane ON deliveries (webhook_id, due_at, id) WHERE state = 'pending';
`
