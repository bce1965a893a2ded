/** Webhooks, the state of their receivers, and changes that deliveries have yet to catch up with. */
export const webhooks = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  method TEXT NOT NULL,
  payload_template TEXT NOT NULL,
  payload_type TEXT NOT NULL CHECK (payload_type IN ('ALERT', 'JOB')),
  low_alert INTEGER NOT NULL,
  medium_alert INTEGER NOT NULL,
  high_alert INTEGER NOT NULL,
  cleared_alert INTEGER NOT NULL,
  description TEXT NOT NULL,
  timeout_ms INTEGER,
  retry_schedule_ms TEXT,
  concurrency_max INTEGER,
  rate_limit TEXT,
  response_bytes_max INTEGER,
  tls TEXT,
  response_rule TEXT,
  fallback_webhook_id INTEGER,
  signing_secrets TEXT NOT NULL DEFAULT '[]',
  mode TEXT NOT NULL DEFAULT 'every_change',
  missed_alerts TEXT NOT NULL DEFAULT 'skip',
  clear_request TEXT,
  fallback_after_ms INTEGER,
  max_age_ms INTEGER,
  disabled_reason TEXT,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_headers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_headers_by_webhook ON webhook_headers (webhook_id, id);

-- They were disabled, enabled or deleted, and not all of their deliveries have followed; since when.
CREATE TABLE unfinished_webhook_changes (webhook_id INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;

-- The recent behaviour of its receiver; no row: healthy.
CREATE TABLE webhook_flow (
  webhook_id INTEGER PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL,
  failing_since INTEGER,
  pause_ms INTEGER NOT NULL,
  paused_until INTEGER,
  asked_until INTEGER,
  pause_reason TEXT,
  rate_next_at REAL NOT NULL,
  -- What somebody asked for by hand is the next that is sent to the webhook.
  first_delivery_id INTEGER,
  failed_delivery_id INTEGER,
  rejected_at INTEGER,
  -- Rejections since the last acceptance.
  rejections INTEGER NOT NULL DEFAULT 0,
  reject_reason TEXT,
  accepted_at INTEGER,
  first_accepted_at INTEGER
) STRICT;
`
