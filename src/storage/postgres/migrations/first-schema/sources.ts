import { activityColumns, cursorTables } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Cursors of sources, activity, and nodes. */
export const sources = `
${cursorTables(COLUMN_WORDS)}

CREATE TABLE activity (
${activityColumns(COLUMN_WORDS)}
) WITH (fillfactor = 70);

-- The processes that share this database, each with the moment in which it was last seen.
CREATE TABLE nodes (
  id text PRIMARY KEY,
  host text NOT NULL,
  role text NOT NULL CHECK (role IN ('all', 'api', 'worker')),
  version text NOT NULL,
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL
);
`
