/** Adds maintenance windows, each occurrence of which is a silence. Webhooks may ask for them. */
export const windows = `
CREATE TABLE windows (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  match TEXT NOT NULL,
  -- JSON; null: all webhooks.
  webhook_ids TEXT,
  zone TEXT NOT NULL,
  begins TEXT NOT NULL,
  lasts_ms INTEGER NOT NULL,
  repeat TEXT,
  -- JSON; null: it has a rule.
  days TEXT,
  first_day TEXT NOT NULL,
  jobs TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When the silence of its next occurrence is created; null: it occurs no more.
  due_at INTEGER
) STRICT;
CREATE UNIQUE INDEX windows_by_name ON windows (name);
CREATE INDEX windows_due ON windows (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE silences ADD COLUMN jobs TEXT NOT NULL DEFAULT 'hold';
-- The window whose occurrence it is.
ALTER TABLE silences ADD COLUMN window_id INTEGER;
-- When the occurrence begins, so that it has one silence; null: the window was changed since.
ALTER TABLE silences ADD COLUMN occurs_at INTEGER;
-- Whether webhooks were notified of the occurrence: 1, of its begin; 2, nothing is left to say.
ALTER TABLE silences ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX silences_by_occurrence ON silences (window_id, occurs_at) WHERE window_id IS NOT NULL;
CREATE INDEX silences_to_announce ON silences (starts_at) WHERE window_id IS NOT NULL AND announced < 2;

ALTER TABLE webhooks ADD COLUMN maintenance_windows INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_revisions ADD COLUMN maintenance_windows INTEGER NOT NULL DEFAULT 0;
`
