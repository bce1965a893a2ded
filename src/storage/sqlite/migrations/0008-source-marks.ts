/** How far sources have been read, how that went, and which process is at it. */
export const sourceMarks = `
CREATE TABLE source_marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  -- Empty: the source as a whole.
  name TEXT NOT NULL CHECK (length(name) <= 200),
  mark INTEGER,
  checked_at INTEGER NOT NULL,
  failure TEXT,
  failing_since INTEGER,
  UNIQUE (source, name)
) STRICT;
CREATE INDEX source_marks_by_check ON source_marks (checked_at);

CREATE TABLE source_holds (
  source TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
