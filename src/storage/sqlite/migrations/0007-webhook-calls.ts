/** Adds hourly counts of calls per webhook, and when it last accepted. */
export const webhookCalls = `
CREATE TABLE webhook_calls (
  webhook_id INTEGER PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  last_called_at INTEGER,
  last_accepted_at INTEGER,
  -- JSON: a count for each hour.
  hours TEXT NOT NULL
) STRICT;
`
