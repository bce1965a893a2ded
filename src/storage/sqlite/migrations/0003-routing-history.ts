/** Adds what explains later who was notified: revisions of webhooks, and events that no webhook took. */
export const routingHistory = `
-- Since when the part of the webhook that decides who is notified is as it is.
ALTER TABLE webhooks ADD COLUMN routed_since INTEGER NOT NULL DEFAULT 0;
UPDATE webhooks SET routed_since = updated_at;

-- What decided who was notified, from \`since\` until a change or the deletion; kept as long as events.
CREATE TABLE webhook_revisions (
  webhook_id INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  payload_type TEXT NOT NULL,
  low_alert INTEGER NOT NULL,
  medium_alert INTEGER NOT NULL,
  high_alert INTEGER NOT NULL,
  cleared_alert INTEGER NOT NULL,
  mode TEXT NOT NULL,
  match TEXT,
  fallback_webhook_id INTEGER,
  disabled_reason TEXT,
  PRIMARY KEY (until, webhook_id)
) STRICT, WITHOUT ROWID;

-- 1: no webhook took it when it was accepted.
ALTER TABLE events ADD COLUMN notified_nobody INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_notified_nobody ON events (id) WHERE notified_nobody = 1;
CREATE INDEX events_notified_nobody_by_time ON events (accepted_at) WHERE notified_nobody = 1;
`
