/** How deliveries went, minute by minute, so that nobody has to scan history for it. Kept as long as history is. */
export const activity = `
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
  answer TEXT NOT NULL,
  -- Of the backlog, the highest that was seen; null: nobody looked.
  unfinished INTEGER,
  oldest_due_ms INTEGER,
  PRIMARY KEY (at, node)
) STRICT, WITHOUT ROWID;
`
