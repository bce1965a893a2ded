/**
 * Of an alert the moment of the newest word that counted, and who ended it. Where one is null, an older release wrote the row: it
 * is the moment of the last change, and what the promise tells. `clear_marks`: the end of what nobody had heard of, so that the
 * beginning counts as too old when it comes late.
 */
export const newestWords = `
ALTER TABLE alerts ADD COLUMN spoken_at INTEGER;
ALTER TABLE alerts ADD COLUMN ended_by TEXT;
CREATE TABLE clear_marks (
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  variant TEXT NOT NULL,
  spoken_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (source, key, variant)
) STRICT, WITHOUT ROWID;
CREATE INDEX clear_marks_by_age ON clear_marks (made_at);
`
