/** Adds hourly counts of calls per webhook, and when it last accepted. */
export const webhookCalls = `
CREATE TABLE webhook_calls (
  webhook_id bigint PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  last_called_at bigint,
  last_accepted_at bigint,
  -- JSON: a count for each hour.
  hours text NOT NULL
);
`
