/**
 * How a webhook is told of alerts, and by which request of their end. Those that exist go on as before; of those that a release changes
 * which does not know these columns, they stay as they are.
 */
export const modes = `
ALTER TABLE webhooks ADD COLUMN mode text NOT NULL DEFAULT 'changes', ADD COLUMN missed text NOT NULL DEFAULT 'drop',
  ADD COLUMN end_request text, ADD COLUMN fallback_after_ms bigint, ADD COLUMN max_age_ms bigint;
`
