/** Adds silences, and which of them holds a notification. */
export const silences = `
CREATE TABLE silences (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  match TEXT NOT NULL,
  -- JSON; null: all webhooks.
  webhook_ids TEXT,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_held_at INTEGER,
  -- 1: it has ended, and holds nothing any more.
  released INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX silences_live ON silences (ends_at) WHERE released = 0;
CREATE INDEX silences_by_end ON silences (ends_at);

-- The silence that holds the difference.
ALTER TABLE receiver_states ADD COLUMN held_by INTEGER;
CREATE INDEX receiver_states_held ON receiver_states (held_by) WHERE held_by IS NOT NULL;
`
