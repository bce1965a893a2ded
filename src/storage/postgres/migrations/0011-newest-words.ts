/**
 * Of an alert the moment of the newest word that counted, and who ended it. A node of the release before leaves what stood there:
 * then the moment of the last change is the newer one, and what is raised was ended by nobody. `clear_marks`: the end of what
 * nobody had heard of, so that the beginning counts as too old when it comes late.
 */
export const newestWords = `
ALTER TABLE alerts ADD COLUMN spoken_at bigint, ADD COLUMN ended_by text;
CREATE TABLE clear_marks (
  source text NOT NULL,
  key text NOT NULL,
  variant text NOT NULL,
  spoken_at bigint NOT NULL,
  made_at bigint NOT NULL,
  PRIMARY KEY (source, key, variant)
);
CREATE INDEX clear_marks_by_age ON clear_marks (made_at);
`
