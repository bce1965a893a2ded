/**
 * How a webhook is told of alerts, and by which request of their end. Those that exist go on as before. Each column has a value without
 * a row being written.
 */
export const modes = `
ALTER TABLE webhooks ADD COLUMN mode TEXT NOT NULL DEFAULT 'changes';
ALTER TABLE webhooks ADD COLUMN missed TEXT NOT NULL DEFAULT 'drop';
ALTER TABLE webhooks ADD COLUMN end_request TEXT;
ALTER TABLE webhooks ADD COLUMN fallback_after_ms INTEGER;
ALTER TABLE webhooks ADD COLUMN max_age_ms INTEGER;
`
