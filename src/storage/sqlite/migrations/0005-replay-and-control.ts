/**
 * Operations on many deliveries, fallbacks, and lines in the order of events: a delivery that is made later than its
 * event still goes before those of later events.
 */
export const replayAndControl = `
CREATE TABLE operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('retry', 'cancel', 'reroute')),
  filter TEXT NOT NULL,
  target_webhook_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  reason TEXT,
  -- It looks at the deliveries after from_id up to up_to_id, which is fixed when it begins: so it always ends.
  from_id INTEGER NOT NULL,
  up_to_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  examined_count INTEGER NOT NULL DEFAULT 0,
  changed_count INTEGER NOT NULL DEFAULT 0,
  skipped_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  created_by TEXT NOT NULL
) STRICT;
CREATE INDEX operations_by_state ON operations (state, id);
CREATE INDEX operations_ended ON operations (finished_at) WHERE finished_at IS NOT NULL;

ALTER TABLE deliveries ADD COLUMN fallback_of INTEGER;
-- How many fallbacks led to it, so that a chain of them ends even where its history is no longer kept.
ALTER TABLE deliveries ADD COLUMN fallback_depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN operation_id INTEGER;

DROP INDEX deliveries_line;
CREATE INDEX deliveries_line ON deliveries (webhook_id, subject, event_id) WHERE finished_at IS NULL;
`
