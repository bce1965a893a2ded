/** Cursors of sources, and activity. */
export const sources = `
CREATE TABLE source_cursors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  -- Empty: the source as a whole.
  name TEXT NOT NULL CHECK (length(name) <= 200),
  position INTEGER,
  checked_at INTEGER NOT NULL,
  failure TEXT,
  failing_since INTEGER,
  UNIQUE (source, name)
) STRICT;
CREATE INDEX source_cursors_by_check ON source_cursors (checked_at);

CREATE TABLE source_locks (
  source TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE activity (
  -- The beginning of the minute.
  at INTEGER NOT NULL,
  -- The process that counted: its row is its own.
  node TEXT NOT NULL,
  events INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  retried INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  latency TEXT NOT NULL,
  response TEXT NOT NULL,
  -- Of the backlog, the highest that was seen; null: nobody looked.
  unfinished INTEGER,
  oldest_due_ms INTEGER,
  -- Of the backlog, what stood still for receivers that are paused; null: nobody looked.
  paused INTEGER,
  oldest_paused_ms INTEGER,
  PRIMARY KEY (at, node)
) STRICT, WITHOUT ROWID;
`
