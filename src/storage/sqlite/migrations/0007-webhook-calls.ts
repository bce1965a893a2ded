/** Adds how often each webhook was called in the last hours, and when it accepted last. */
export const webhookCalls = `
CREATE TABLE webhook_calls (
  webhook_id INTEGER PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  last_called_at INTEGER,
  last_accepted_at INTEGER,
  -- JSON: a count for each hour.
  hours TEXT NOT NULL
) STRICT;
`
