/** How deliveries went, minute by minute, so that nobody has to scan history for it. Kept as long as history is. */
export const activity = `
CREATE TABLE activity (
  -- The beginning of the minute.
  at bigint NOT NULL,
  -- The process that counted: its row is its own.
  node text NOT NULL,
  events bigint NOT NULL,
  attempts bigint NOT NULL,
  delivered bigint NOT NULL,
  retried bigint NOT NULL,
  failed bigint NOT NULL,
  latency text NOT NULL,
  answer text NOT NULL,
  -- Of the backlog, the highest that was seen; null: nobody looked.
  unfinished bigint,
  oldest_due_ms bigint,
  PRIMARY KEY (at, node)
) WITH (fillfactor = 70);
`
