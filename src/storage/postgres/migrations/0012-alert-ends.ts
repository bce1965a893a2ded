/**
 * Adds the moment at which an alert clears whose end was said while others fired; null: no end was said, or somebody
 * has reported it again since.
 */
export const alertEnds = `
ALTER TABLE alerts ADD COLUMN ends_at bigint;
CREATE INDEX alerts_ending ON alerts (ends_at) WHERE ends_at IS NOT NULL AND state <> 'cleared';
`
