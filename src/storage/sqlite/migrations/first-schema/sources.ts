import { activityColumns, cursorTables } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Cursors of sources, and activity. */
export const sources = `
${cursorTables(COLUMN_WORDS)}

CREATE TABLE activity (
${activityColumns(COLUMN_WORDS)}
) STRICT, WITHOUT ROWID;
`
