/**
 * Adds when an alert clears whose end was reported while others fired; null: no end, or it was reported again
 * since.
 */
export const alertEnds = `
ALTER TABLE alerts ADD COLUMN ends_at bigint;
CREATE INDEX alerts_ending ON alerts (ends_at) WHERE ends_at IS NOT NULL AND state <> 'cleared';
`
